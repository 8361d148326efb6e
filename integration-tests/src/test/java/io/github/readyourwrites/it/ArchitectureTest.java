package io.github.readyourwrites.it;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between modules point down, and ShardingSphere's types stay where they belong. */
@AnalyzeClasses(packages = "io.github.readyourwrites", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String OURS = "io.github.readyourwrites.";
    private static final String GTID = OURS + "gtid..";
    private static final String CAPTURE = OURS + "capture..";
    private static final String REPLICA = OURS + "replica..";
    private static final String SESSION = OURS + "session..";
    private static final String PROPAGATION = OURS + "propagation..";
    private static final String REDIS = OURS + "redis..";
    private static final String HTTP = OURS + "http..";
    private static final String FRESHNESS = OURS + "freshness..";
    private static final String LOAD_BALANCE = OURS + "loadbalance..";
    private static final String TEST_CLUSTER = OURS + "testcluster..";
    private static final String SHARDING_SPHERE = "org.apache.shardingsphere..";

    @ArchTest
    static final ArchRule GTID_CHECKER_KNOWS_NOTHING_ABOVE_IT = noClasses()
            .that()
            .resideInAnyPackage(GTID, CAPTURE, REPLICA)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    SESSION,
                    PROPAGATION,
                    REDIS,
                    HTTP,
                    FRESHNESS,
                    LOAD_BALANCE,
                    SHARDING_SPHERE,
                    "org.springframework..");

    @ArchTest
    static final ArchRule GTID_SETS_KNOW_NOTHING_ELSE = noClasses()
            .that()
            .resideInAPackage(GTID)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CAPTURE, REPLICA);

    @ArchTest
    static final ArchRule SESSIONS_KNOW_NOTHING_ABOVE_THEM = noClasses()
            .that()
            .resideInAnyPackage(SESSION, PROPAGATION, REDIS, HTTP, FRESHNESS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(LOAD_BALANCE);

    @ArchTest
    static final ArchRule SESSIONS_KNOW_ONLY_HINTS_OF_SHARDING_SPHERE = noClasses()
            .that()
            .resideInAnyPackage(SESSION, PROPAGATION, REDIS, HTTP, FRESHNESS)
            .should()
            .dependOnClassesThat(resideInAPackage(SHARDING_SPHERE)
                    .and(not(resideInAPackage("org.apache.shardingsphere.infra.hint.."))));

    @ArchTest
    static final ArchRule ONLY_THE_FILTER_KNOWS_SERVLETS = noClasses()
            .that()
            .resideOutsideOfPackage(HTTP)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta.servlet..");

    @ArchTest
    static final ArchRule EIGHT_CLASSES_TOUCH_SHARDING_SPHERE = noClasses()
            .that()
            .resideInAPackage(LOAD_BALANCE)
            .and()
            .haveNameNotMatching(".*\\.(ReadYourWrites(LoadBalanceAlgorithm|SQLRouter|ExecutionHook|LifecycleListener)"
                    + "|ReadwriteGroups|DatabaseRulesReader|ReadwriteRoutes|ShardingSphereRelease)(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(SHARDING_SPHERE);

    @ArchTest
    static final ArchRule WHAT_MOVES_IN_A_LATER_RELEASE_IS_NOT_TOUCHED =
            noClasses().should().dependOnClassesThat().haveSimpleName("ShardingSpherePreconditions");

    @ArchTest
    static final ArchRule PRODUCTS_DO_NOT_KNOW_THE_TEST_CLUSTER = noClasses()
            .that()
            .resideOutsideOfPackage(TEST_CLUSTER)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(TEST_CLUSTER);

    @ArchTest
    static final ArchRule CHANGING_STATICS_LIVE_IN_REGISTRIES = noFields()
            .that()
            .areNotFinal()
            .and()
            .areDeclaredInClassesThat()
            .haveSimpleNameNotEndingWith("Registry")
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackage(TEST_CLUSTER)
            .should()
            .beStatic();
}
