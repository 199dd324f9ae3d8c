-- What happened to an order, event by event with all that was said: the order is made again from it.
CREATE TABLE app_dingdan_lishi (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dingdan_id INTEGER NOT NULL,
    xuhao INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    shijian_ms INTEGER NOT NULL,
    caozuoren_id INTEGER NOT NULL,
    neirong TEXT NOT NULL,
    mac TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX app_dingdan_lishi_key ON app_dingdan_lishi (dingdan_id, xuhao);
CREATE TRIGGER app_dingdan_lishi_no_update BEFORE UPDATE ON app_dingdan_lishi BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER app_dingdan_lishi_no_delete BEFORE DELETE ON app_dingdan_lishi BEGIN SELECT RAISE(ABORT, 'append only'); END;
