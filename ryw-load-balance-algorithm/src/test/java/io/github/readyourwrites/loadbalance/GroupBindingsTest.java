package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.GroupFixture.dataSource;
import static io.github.readyourwrites.loadbalance.GroupFixture.descriptor;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupBindingsTest {
    private final GroupBindings bindings = new GroupBindings();
    private final List<GroupFixture> created = new ArrayList<>();
    private final Object owner = new Object();
    private final Object algorithm = new Object();
    private final DataSourceDescriptor write = dataSource("write_ds");
    private final DataSourceDescriptor read = dataSource("read_ds");

    private Group create(GroupInspection inspection) {
        GroupFixture result = new GroupFixture(inspection.descriptor());
        created.add(result);
        return result;
    }

    private void open(Object owner, Object algorithm, GroupDescriptor descriptor) throws SQLException {
        bindings.open(
                owner,
                () -> List.of(new GroupSource.Definition(algorithm, descriptor)),
                this::create,
                new StartReport("starts"));
    }

    private DataSourceRole role(DataSourceDescriptor dataSource) {
        return requireNonNull(bindings.role(dataSource.identity()));
    }

    @Test
    void findsAGroupByInstanceAndName() throws SQLException {
        Object other = new Object();
        open(owner, algorithm, descriptor("g", write, read));
        open(other, other, descriptor("g", dataSource("write_ds"), dataSource("read_ds")));
        assertSame(created.get(0), bindings.get(algorithm, "g"));
        assertSame(created.get(1), bindings.get(other, "g"));
        assertNull(bindings.find(algorithm, "h"));
        assertNull(bindings.find(new Object(), "g"));
    }

    @Test
    void closesOnlyWhatTheOwnerHas() throws SQLException {
        Object other = new Object();
        open(owner, algorithm, descriptor("g", write, read));
        open(other, other, descriptor("g", dataSource("write_ds"), dataSource("read_ds")));
        bindings.close(owner);
        assertTrue(created.get(0).closed);
        assertFalse(created.get(1).closed);
        assertNull(bindings.find(algorithm, "g"));
        assertNull(bindings.role(write.identity()));
        assertNotNull(bindings.find(other, "g"));
        bindings.close(owner);
    }

    @Test
    void knowsAStorageUnitByIdentityNotByName() throws SQLException {
        open(owner, algorithm, descriptor("g", write, read));
        assertEquals(List.of(created.get(0)), role(write).writeOf());
        assertFalse(role(write).isReadOnly());
        assertTrue(role(read).isReadOnly());
        assertNull(bindings.role(new Object()));
    }

    @Test
    void letsASharedStorageUnitBeWritten() throws SQLException {
        Object second = new Object();
        bindings.open(
                owner,
                () -> GroupFixture.definitions(
                        Map.of(algorithm, descriptor("g", write, read, write), second, descriptor("h", write, read))),
                this::create,
                new StartReport("starts"));
        DataSourceRole role = role(write);
        assertEquals(2, role.writeOf().size());
        assertEquals(1, role.readOf().size());
        assertFalse(role.isReadOnly());
        assertEquals(2, role(read).readOf().size());
    }

    @Test
    void startThatFailsLeavesNothing() {
        Object second = new Object();
        SQLException refusal = new SQLException("no");
        SQLException ex = assertThrows(
                SQLException.class,
                () -> bindings.open(
                        owner,
                        () -> List.of(
                                new GroupSource.Definition(algorithm, descriptor("g", write, read)),
                                new GroupSource.Definition(second, descriptor("h", write, read))),
                        inspection -> {
                            if (inspection.descriptor().name().equals("h")) {
                                throw refusal;
                            }
                            return create(inspection);
                        },
                        new StartReport("starts")));
        assertSame(refusal, ex);
        assertTrue(created.get(0).closed);
        assertNull(bindings.find(algorithm, "g"));
    }

    @Test
    void resolvesARebuiltRuleAndClosesWhatIsGone() throws SQLException {
        List<GroupSource.Definition> current = new ArrayList<>();
        current.add(new GroupSource.Definition(algorithm, descriptor("g", write, read)));
        bindings.open(owner, () -> List.copyOf(current), this::create, new StartReport("starts"));
        Object rebuilt = new Object();
        DataSourceDescriptor added = dataSource("read_ds_1");
        current.set(0, new GroupSource.Definition(rebuilt, descriptor("g", write, added)));

        Group resolved = bindings.get(rebuilt, "g");

        assertNotSame(created.get(0), resolved);
        assertSame(resolved, bindings.get(rebuilt, "g"));
        assertEquals(2, created.size());
        assertTrue(created.get(0).closed);
        assertFalse(created.get(1).closed);
        assertNull(bindings.find(algorithm, "g"));
        assertNull(bindings.role(read.identity()));
        assertNotNull(bindings.role(added.identity()));
    }

    @Test
    void remembersForAWhileThatARebuiltRuleCannotBeUsed() throws SQLException {
        List<GroupSource.Definition> current = new ArrayList<>();
        current.add(new GroupSource.Definition(algorithm, descriptor("g", write, read)));
        List<GroupInspection> tried = new ArrayList<>();
        GroupFactory factory = inspection -> {
            tried.add(inspection);
            if (tried.size() > 1) {
                throw new IllegalArgumentException("another store");
            }
            return create(inspection);
        };
        bindings.open(owner, () -> List.copyOf(current), factory, new StartReport("starts"));
        Object rebuilt = new Object();
        current.set(0, new GroupSource.Definition(rebuilt, descriptor("g", write, read)));

        SQLException first = assertThrows(SQLTransientException.class, () -> bindings.get(rebuilt, "g"));
        SQLException second = assertThrows(SQLTransientException.class, () -> bindings.get(rebuilt, "g"));

        assertTrue(String.valueOf(first.getMessage()).contains("another store"), first::getMessage);
        assertEquals(first.getMessage(), second.getMessage());
        assertEquals(2, tried.size());
        assertFalse(created.get(0).closed);
    }

    @Test
    void aLookHoldsUntilGroupsComeOrGo() throws SQLException {
        open(owner, algorithm, descriptor("g", write, read));
        GroupBindings.Found found = bindings.look(algorithm, "g");
        assertSame(created.get(0), found.group());
        assertTrue(bindings.holds(found, "g"));
        assertFalse(bindings.holds(found, "h"));
        Object other = new Object();
        open(other, other, descriptor("g", dataSource("write_ds"), dataSource("read_ds")));
        assertFalse(bindings.holds(found, "g"));
        GroupBindings.Found again = bindings.look(algorithm, "g");
        assertSame(created.get(0), again.group());
        assertTrue(bindings.holds(again, "g"));
        bindings.close(owner);
        assertFalse(bindings.holds(again, "g"));
        assertThrows(SQLException.class, () -> bindings.look(algorithm, "g"));
    }

    @Test
    void neverGuessesAGroup() throws SQLException {
        open(owner, algorithm, descriptor("g", write, read));
        SQLException ex = assertThrows(SQLException.class, () -> bindings.get(new Object(), "g"));
        assertTrue(ex.toString().contains("'g'"), ex.toString());
        assertEquals(1, created.size());
        bindings.close(owner);
        assertThrows(SQLException.class, () -> bindings.get(algorithm, "g"));
    }
}
