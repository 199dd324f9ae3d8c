-- The row a private file belongs to, whether any row ever took a file, whether it is being removed,
-- and when it came, in real time.
ALTER TABLE file ADD COLUMN shuyu_ziyuan TEXT;
ALTER TABLE file ADD COLUMN shuyu_id INTEGER;
ALTER TABLE file ADD COLUMN is_yinyong INTEGER NOT NULL DEFAULT FALSE;
ALTER TABLE file ADD COLUMN is_feiqi INTEGER NOT NULL DEFAULT FALSE;
ALTER TABLE file ADD COLUMN shangchuan_ms INTEGER NOT NULL DEFAULT 0;
-- Nobody knows of older files whether they were ever in use: none of them goes away by itself.
UPDATE file SET is_yinyong = TRUE, shangchuan_ms = create_time;
-- Older files belong to the first row that refers to them.
UPDATE file SET shuyu_ziyuan = 'app/user/shoukuan', shuyu_id = r.id
FROM (SELECT min(id) AS id, substr(shoukuanma, 22) AS k FROM app_user_shoukuan WHERE shoukuanma LIKE '/server/api/app/file/%' GROUP BY 2) r
WHERE file.file_key = r.k;
WITH RECURSIVE part (id, rest, url) AS (
    SELECT dingdan_id, pingzheng || ',', '' FROM app_dingdan_xingqing WHERE pingzheng <> ''
    UNION ALL
    SELECT id, substr(rest, instr(rest, ',') + 1), substr(rest, 1, instr(rest, ',') - 1) FROM part WHERE rest <> ''
)
UPDATE file SET shuyu_ziyuan = 'app/dingdan', shuyu_id = r.id
FROM (SELECT min(id) AS id, substr(url, 22) AS k FROM part WHERE url LIKE '/server/api/app/file/%' GROUP BY 2) r
WHERE file.file_key = r.k;
CREATE INDEX file_unused ON file (shangchuan_ms) WHERE is_yinyong = FALSE;
CREATE INDEX file_person ON file (create_by, shangchuan_ms);
