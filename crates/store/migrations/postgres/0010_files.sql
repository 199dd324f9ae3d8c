-- The row a private file belongs to, whether any row ever took a file, whether it is being removed,
-- and when it came, in real time.
ALTER TABLE file ADD COLUMN shuyu_ziyuan TEXT;
ALTER TABLE file ADD COLUMN shuyu_id BIGINT;
ALTER TABLE file ADD COLUMN is_yinyong BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE file ADD COLUMN is_feiqi BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE file ADD COLUMN shangchuan_ms BIGINT NOT NULL DEFAULT 0;
-- Nobody knows of older files whether they were ever in use: none of them goes away by itself.
UPDATE file SET is_yinyong = TRUE, shangchuan_ms = create_time;
-- Older files belong to the first row that refers to them.
UPDATE file SET shuyu_ziyuan = 'app/user/shoukuan', shuyu_id = r.id
FROM (SELECT min(id) AS id, substr(shoukuanma, 22) AS k FROM app_user_shoukuan WHERE shoukuanma LIKE '/server/api/app/file/%' GROUP BY 2) r
WHERE file.file_key = r.k;
UPDATE file SET shuyu_ziyuan = 'app/dingdan', shuyu_id = r.id
FROM (
    SELECT min(x.dingdan_id) AS id, substr(u.url, 22) AS k
    FROM app_dingdan_xingqing x CROSS JOIN LATERAL unnest(string_to_array(x.pingzheng, ',')) AS u (url)
    WHERE u.url LIKE '/server/api/app/file/%' GROUP BY 2
) r
WHERE file.file_key = r.k;
CREATE INDEX file_unused ON file (shangchuan_ms) WHERE is_yinyong = FALSE;
CREATE INDEX file_person ON file (create_by, shangchuan_ms);
