-- Keyed seals: blocks of append-only rows, chained, with a running count. The table `seal` keeps
-- the unkeyed ones of earlier versions.
CREATE TABLE seal_block (
    table_name TEXT NOT NULL,
    block INTEGER NOT NULL,
    key_no INTEGER NOT NULL,
    first_id INTEGER NOT NULL,
    last_id INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    total INTEGER NOT NULL,
    create_time INTEGER NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (table_name, block)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER seal_block_no_update BEFORE UPDATE ON seal_block BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER seal_block_no_delete BEFORE DELETE ON seal_block BEGIN SELECT RAISE(ABORT, 'append only'); END;
-- Which columns of a table a state covers.
CREATE TABLE state_shape (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name TEXT NOT NULL,
    shape TEXT NOT NULL,
    columns TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX state_shape_key ON state_shape (table_name, shape);
CREATE TRIGGER state_shape_no_update BEFORE UPDATE ON state_shape BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER state_shape_no_delete BEFORE DELETE ON state_shape BEGIN SELECT RAISE(ABORT, 'append only'); END;
-- What a guarded row was before and after each change, as keyed digests.
CREATE TABLE state_line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name TEXT NOT NULL,
    row_id INTEGER NOT NULL,
    shape TEXT NOT NULL,
    before_mac TEXT,
    after_mac TEXT,
    mac TEXT NOT NULL
) STRICT;
CREATE INDEX state_line_row ON state_line (table_name, row_id, id);
CREATE TRIGGER state_line_no_update BEFORE UPDATE ON state_line BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER state_line_no_delete BEFORE DELETE ON state_line BEGIN SELECT RAISE(ABORT, 'append only'); END;
-- Archived rows are numbered, so that each can have a state, and cannot be changed.
ALTER TABLE archived RENAME TO archived_before;
CREATE TABLE archived (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name TEXT NOT NULL,
    row_id INTEGER NOT NULL,
    create_by INTEGER NOT NULL,
    create_time INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX archived_key ON archived (table_name, row_id);
INSERT INTO archived (table_name, row_id, create_by, create_time)
    SELECT table_name, row_id, create_by, create_time FROM archived_before ORDER BY create_time, row_id;
DROP TABLE archived_before;
CREATE TRIGGER archived_no_update BEFORE UPDATE ON archived BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER archived_no_delete BEFORE DELETE ON archived BEGIN SELECT RAISE(ABORT, 'append only'); END;
