-- Counts that the lists of products, channels and customers show, kept by the transactions that
-- write orders and customers. PostgreSQL spreads an owner over parts, so that transactions of one
-- product do not wait for each other; the one writer of SQLite has no need to.
CREATE TABLE kept_count (
    owner TEXT NOT NULL,
    row_id INTEGER NOT NULL,
    part INTEGER NOT NULL,
    shenqingshu INTEGER NOT NULL,
    fangkuanshu INTEGER NOT NULL,
    zhuceshu INTEGER NOT NULL,
    PRIMARY KEY (owner, row_id, part)
) STRICT, WITHOUT ROWID;
INSERT INTO kept_count SELECT 'app_project', project_id, 0, count(*), count(fangkuan_time), 0 FROM app_dingdan WHERE is_del = FALSE GROUP BY project_id;
INSERT INTO kept_count SELECT 'app_user', user_id, 0, count(*), count(fangkuan_time), 0 FROM app_dingdan WHERE is_del = FALSE GROUP BY user_id;
INSERT INTO kept_count SELECT 'app_qudao', qudao_id, 0, count(*), count(fangkuan_time), 0 FROM app_dingdan WHERE is_del = FALSE AND qudao_id IS NOT NULL GROUP BY qudao_id;
INSERT INTO kept_count SELECT 'app_qudao', qudao_id, 0, 0, 0, count(*) FROM app_user WHERE is_del = FALSE AND qudao_id IS NOT NULL GROUP BY qudao_id
    ON CONFLICT (owner, row_id, part) DO UPDATE SET zhuceshu = excluded.zhuceshu;
CREATE TRIGGER app_dingdan_count_new AFTER INSERT ON app_dingdan WHEN NEW.is_del = FALSE BEGIN
    INSERT INTO kept_count
    SELECT owner, row_id, 0, 1, NEW.fangkuan_time IS NOT NULL, 0 FROM (
        SELECT 'app_project' AS owner, NEW.project_id AS row_id
        UNION ALL SELECT 'app_qudao', NEW.qudao_id
        UNION ALL SELECT 'app_user', NEW.user_id)
    WHERE row_id IS NOT NULL
    ON CONFLICT (owner, row_id, part) DO UPDATE SET
        shenqingshu = shenqingshu + excluded.shenqingshu, fangkuanshu = fangkuanshu + excluded.fangkuanshu;
END;
CREATE TRIGGER app_dingdan_count_changed AFTER UPDATE OF project_id, qudao_id, user_id, fangkuan_time, is_del ON app_dingdan
WHEN OLD.project_id <> NEW.project_id OR OLD.qudao_id IS NOT NEW.qudao_id OR OLD.user_id <> NEW.user_id
    OR OLD.is_del <> NEW.is_del OR (OLD.fangkuan_time IS NULL) <> (NEW.fangkuan_time IS NULL)
BEGIN
    INSERT INTO kept_count
    SELECT owner, row_id, 0, sum(orders), sum(paid), 0 FROM (
        SELECT 'app_project' AS owner, OLD.project_id AS row_id, OLD.is_del - 1 AS orders, (OLD.is_del - 1) * (OLD.fangkuan_time IS NOT NULL) AS paid
        UNION ALL SELECT 'app_qudao', OLD.qudao_id, OLD.is_del - 1, (OLD.is_del - 1) * (OLD.fangkuan_time IS NOT NULL)
        UNION ALL SELECT 'app_user', OLD.user_id, OLD.is_del - 1, (OLD.is_del - 1) * (OLD.fangkuan_time IS NOT NULL)
        UNION ALL SELECT 'app_project', NEW.project_id, 1 - NEW.is_del, (1 - NEW.is_del) * (NEW.fangkuan_time IS NOT NULL)
        UNION ALL SELECT 'app_qudao', NEW.qudao_id, 1 - NEW.is_del, (1 - NEW.is_del) * (NEW.fangkuan_time IS NOT NULL)
        UNION ALL SELECT 'app_user', NEW.user_id, 1 - NEW.is_del, (1 - NEW.is_del) * (NEW.fangkuan_time IS NOT NULL))
    WHERE row_id IS NOT NULL GROUP BY owner, row_id
    ON CONFLICT (owner, row_id, part) DO UPDATE SET
        shenqingshu = shenqingshu + excluded.shenqingshu, fangkuanshu = fangkuanshu + excluded.fangkuanshu;
END;
CREATE TRIGGER app_user_count_new AFTER INSERT ON app_user WHEN NEW.is_del = FALSE AND NEW.qudao_id IS NOT NULL BEGIN
    INSERT INTO kept_count VALUES ('app_qudao', NEW.qudao_id, 0, 0, 0, 1)
    ON CONFLICT (owner, row_id, part) DO UPDATE SET zhuceshu = zhuceshu + 1;
END;
CREATE TRIGGER app_user_count_changed AFTER UPDATE OF qudao_id, is_del ON app_user
WHEN OLD.qudao_id IS NOT NEW.qudao_id OR OLD.is_del <> NEW.is_del
BEGIN
    INSERT INTO kept_count
    SELECT 'app_qudao', channel, 0, 0, 0, sum(customers)
    FROM (SELECT OLD.qudao_id AS channel, OLD.is_del - 1 AS customers UNION ALL SELECT NEW.qudao_id, 1 - NEW.is_del)
    WHERE channel IS NOT NULL GROUP BY channel
    ON CONFLICT (owner, row_id, part) DO UPDATE SET zhuceshu = zhuceshu + excluded.zhuceshu;
END;
