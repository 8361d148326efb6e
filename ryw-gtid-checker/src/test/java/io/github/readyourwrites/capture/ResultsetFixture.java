package io.github.readyourwrites.capture;

import com.mysql.cj.protocol.a.result.NativeResultset;
import com.mysql.cj.protocol.a.result.ResultsetRowsStatic;
import com.mysql.cj.result.DefaultColumnDefinition;
import com.mysql.cj.result.Field;
import java.util.ArrayList;

/** An answer of the server as Connector/J hands it to interceptors. */
final class ResultsetFixture extends NativeResultset {

    private ResultsetFixture() {}

    static ResultsetFixture ok(long affectedRows, String info) {
        ResultsetFixture result = new ResultsetFixture();
        result.updateCount = affectedRows;
        result.serverInfo = info;
        return result;
    }

    static ResultsetFixture rows() {
        ResultsetFixture result = new ResultsetFixture();
        result.rowData = new ResultsetRowsStatic(new ArrayList<>(), new DefaultColumnDefinition(new Field[0]));
        return result;
    }

    static ResultsetFixture chain(ResultsetFixture... parts) {
        for (int i = 1; i < parts.length; i++) {
            parts[i - 1].setNextResultset(parts[i]);
        }
        return parts[0];
    }
}
