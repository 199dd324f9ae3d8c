-- Files are numbered, so that each can have a state.
ALTER TABLE file RENAME TO file_before;
DROP INDEX file_unused;
DROP INDEX file_person;
DROP INDEX file_miyao;
CREATE TABLE file (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_key TEXT NOT NULL,
    folder TEXT NOT NULL,
    name TEXT NOT NULL,
    mime TEXT NOT NULL,
    daxiao INTEGER NOT NULL,
    md5 TEXT,
    miyao INTEGER NOT NULL DEFAULT 0,
    chongxie_ms INTEGER NOT NULL DEFAULT 0,
    create_by INTEGER NOT NULL,
    create_time INTEGER NOT NULL,
    shuyu_ziyuan TEXT,
    shuyu_id INTEGER,
    is_yinyong INTEGER NOT NULL DEFAULT FALSE,
    is_feiqi INTEGER NOT NULL DEFAULT FALSE,
    shangchuan_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO file (file_key, folder, name, mime, daxiao, md5, miyao, chongxie_ms, create_by, create_time, shuyu_ziyuan, shuyu_id, is_yinyong, is_feiqi, shangchuan_ms)
    SELECT file_key, folder, name, mime, daxiao, md5, miyao, chongxie_ms, create_by, create_time, shuyu_ziyuan, shuyu_id, is_yinyong, is_feiqi, shangchuan_ms
    FROM file_before ORDER BY create_time, file_key;
DROP TABLE file_before;
CREATE UNIQUE INDEX file_file_key ON file (file_key);
CREATE INDEX file_unused ON file (shangchuan_ms) WHERE is_yinyong = FALSE;
CREATE INDEX file_person ON file (create_by, shangchuan_ms);
CREATE INDEX file_miyao ON file (folder, miyao, file_key);
-- Files of a row that is gone are found by their owner.
CREATE INDEX file_shuyu ON file (shuyu_id, shuyu_ziyuan) WHERE shuyu_id IS NOT NULL;
