-- Counts that the lists of products, channels and customers show, kept by the transactions that
-- write orders and customers. An owner is spread over parts by the id of what is counted, so that
-- transactions of one product do not wait for each other; a customer has few orders at a time.
CREATE TABLE kept_count (
    owner TEXT NOT NULL,
    row_id BIGINT NOT NULL,
    part BIGINT NOT NULL,
    shenqingshu BIGINT NOT NULL,
    fangkuanshu BIGINT NOT NULL,
    zhuceshu BIGINT NOT NULL,
    PRIMARY KEY (owner, row_id, part)
);
INSERT INTO kept_count SELECT 'app_project', project_id, id % 8, count(*), count(fangkuan_time), 0 FROM app_dingdan WHERE is_del = FALSE GROUP BY project_id, id % 8;
INSERT INTO kept_count SELECT 'app_user', user_id, 0, count(*), count(fangkuan_time), 0 FROM app_dingdan WHERE is_del = FALSE GROUP BY user_id;
INSERT INTO kept_count SELECT 'app_qudao', qudao_id, id % 8, count(*), count(fangkuan_time), 0 FROM app_dingdan WHERE is_del = FALSE AND qudao_id IS NOT NULL GROUP BY qudao_id, id % 8;
INSERT INTO kept_count SELECT 'app_qudao', qudao_id, id % 8, 0, 0, count(*) FROM app_user WHERE is_del = FALSE AND qudao_id IS NOT NULL GROUP BY qudao_id, id % 8
    ON CONFLICT (owner, row_id, part) DO UPDATE SET zhuceshu = excluded.zhuceshu;
-- A statement counts its rows together; in the order of the key, so that no two wait for each other.
CREATE FUNCTION count_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_count AS kept
    SELECT owner, row_id, part, count(*), count(paid), 0 FROM (
        SELECT 'app_project' AS owner, project_id AS row_id, id % 8 AS part, fangkuan_time AS paid FROM added WHERE is_del = FALSE
        UNION ALL SELECT 'app_qudao', qudao_id, id % 8, fangkuan_time FROM added WHERE is_del = FALSE
        UNION ALL SELECT 'app_user', user_id, 0, fangkuan_time FROM added WHERE is_del = FALSE
    ) orders WHERE row_id IS NOT NULL GROUP BY owner, row_id, part ORDER BY owner, row_id, part
    ON CONFLICT (owner, row_id, part) DO UPDATE SET
        shenqingshu = kept.shenqingshu + excluded.shenqingshu, fangkuanshu = kept.fangkuanshu + excluded.fangkuanshu;
    RETURN NULL;
END $$;
CREATE TRIGGER app_dingdan_count_new AFTER INSERT ON app_dingdan REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_orders();
CREATE FUNCTION count_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was BIGINT := CASE WHEN OLD.is_del THEN 0 ELSE -1 END;
    was_paid BIGINT := CASE WHEN OLD.fangkuan_time IS NULL THEN 0 ELSE was END;
    now_is BIGINT := CASE WHEN NEW.is_del THEN 0 ELSE 1 END;
    now_paid BIGINT := CASE WHEN NEW.fangkuan_time IS NULL THEN 0 ELSE now_is END;
BEGIN
    INSERT INTO kept_count AS kept
    SELECT owner, row_id, part, sum(orders), sum(paid), 0 FROM (VALUES
        ('app_project', OLD.project_id, OLD.id % 8, was, was_paid),
        ('app_qudao', OLD.qudao_id, OLD.id % 8, was, was_paid),
        ('app_user', OLD.user_id, 0, was, was_paid),
        ('app_project', NEW.project_id, NEW.id % 8, now_is, now_paid),
        ('app_qudao', NEW.qudao_id, NEW.id % 8, now_is, now_paid),
        ('app_user', NEW.user_id, 0, now_is, now_paid)
    ) changed (owner, row_id, part, orders, paid) WHERE row_id IS NOT NULL GROUP BY owner, row_id, part ORDER BY owner, row_id, part
    ON CONFLICT (owner, row_id, part) DO UPDATE SET
        shenqingshu = kept.shenqingshu + excluded.shenqingshu, fangkuanshu = kept.fangkuanshu + excluded.fangkuanshu;
    RETURN NULL;
END $$;
CREATE TRIGGER app_dingdan_count_changed AFTER UPDATE OF project_id, qudao_id, user_id, fangkuan_time, is_del ON app_dingdan FOR EACH ROW
    WHEN (OLD.project_id <> NEW.project_id OR OLD.qudao_id IS DISTINCT FROM NEW.qudao_id OR OLD.user_id <> NEW.user_id
    OR OLD.is_del <> NEW.is_del OR (OLD.fangkuan_time IS NULL) <> (NEW.fangkuan_time IS NULL)) EXECUTE FUNCTION count_changed_order();
CREATE FUNCTION count_new_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_count AS kept
    SELECT 'app_qudao', qudao_id, id % 8, 0, 0, count(*) FROM added
    WHERE is_del = FALSE AND qudao_id IS NOT NULL GROUP BY qudao_id, id % 8 ORDER BY qudao_id, id % 8
    ON CONFLICT (owner, row_id, part) DO UPDATE SET zhuceshu = kept.zhuceshu + excluded.zhuceshu;
    RETURN NULL;
END $$;
CREATE TRIGGER app_user_count_new AFTER INSERT ON app_user REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_customers();
CREATE FUNCTION count_changed_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_count AS kept
    SELECT 'app_qudao', channel, NEW.id % 8, 0, 0, sum(customers) FROM (VALUES
        (OLD.qudao_id, CASE WHEN OLD.is_del THEN 0 ELSE -1 END), (NEW.qudao_id, CASE WHEN NEW.is_del THEN 0 ELSE 1 END)
    ) changed (channel, customers) WHERE channel IS NOT NULL GROUP BY channel ORDER BY channel
    ON CONFLICT (owner, row_id, part) DO UPDATE SET zhuceshu = kept.zhuceshu + excluded.zhuceshu;
    RETURN NULL;
END $$;
CREATE TRIGGER app_user_count_changed AFTER UPDATE OF qudao_id, is_del ON app_user FOR EACH ROW
    WHEN (OLD.qudao_id IS DISTINCT FROM NEW.qudao_id OR OLD.is_del <> NEW.is_del) EXECUTE FUNCTION count_changed_customer();
