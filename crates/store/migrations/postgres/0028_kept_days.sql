-- What of an instalment was received in parts, and the days of grace its loan allows: what is left
-- of it and from which day it is overdue can be told from its row alone.
ALTER TABLE app_dingdan_jihua ADD COLUMN yishou BIGINT NOT NULL DEFAULT 0;
ALTER TABLE app_dingdan_jihua ADD COLUMN kuanxian BIGINT NOT NULL DEFAULT 0;
UPDATE app_dingdan_jihua SET yishou = (SELECT CAST(coalesce(sum(CAST(part -> 'received' ->> 'principal' AS BIGINT) + CAST(part -> 'received' ->> 'interest' AS BIGINT)
    + CAST(part -> 'received' ->> 'insurance_fee' AS BIGINT) + CAST(part -> 'received' ->> 'service_fee' AS BIGINT)), 0) AS BIGINT) FROM jsonb_array_elements(CAST(bufen AS jsonb)) part) WHERE bufen IS NOT NULL;
UPDATE app_dingdan_jihua p SET kuanxian = o.grace FROM (SELECT id, CAST(CAST(tiaokuan AS jsonb) -> 'overdue' ->> 'grace_days' AS BIGINT) AS grace FROM app_dingdan) o
    WHERE o.grace <> 0 AND o.id = p.dingdan_id;
-- Figures of a day by store and owner, kept by the transactions that change what they count, so
-- that the home page costs the same however many orders there are:
--   an account of the journal    debits and credits posted on the day, and in all under the empty
--                                day; bishu counts debits, one that was reversed no more; an
--                                amount that no loan can be is left out, so that no sum overflows
--   SHENQING, KEHU               applications and customers made on the day
--   SHENHE, TONGGUO              applications decided on the day, and those not refused
--   YINGHUAN                     instalments due on the day that were not paid before it, in jie
--   WEIHUAN                      what is left of instalments due on the day, by days of grace
-- Spread over parts by the id of what is counted, so that transactions do not wait for each other;
-- those of past days are put together by and by.
CREATE TABLE kept_day (
    lei TEXT NOT NULL,
    riqi TEXT NOT NULL,
    mendian TEXT NOT NULL,
    genjinren_id BIGINT NOT NULL,
    kuanxian BIGINT NOT NULL,
    part BIGINT NOT NULL,
    bishu BIGINT NOT NULL,
    jie BIGINT NOT NULL,
    dai BIGINT NOT NULL,
    PRIMARY KEY (lei, riqi, mendian, genjinren_id, kuanxian, part)
);
INSERT INTO kept_day SELECT f.kemu, f.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, CAST(sum(CASE WHEN f.fangxiang <> 'JIE' THEN 0 WHEN f.jine < 0 THEN -1 ELSE 1 END) AS BIGINT), CAST(sum(CASE WHEN f.fangxiang = 'JIE' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END) AS BIGINT), CAST(sum(CASE WHEN f.fangxiang = 'DAI' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END) AS BIGINT)
    FROM app_zijin_fenlu f JOIN app_dingdan o ON o.id = f.dingdan_id GROUP BY 1, 2, 3, 4;
INSERT INTO kept_day SELECT lei, '', mendian, genjinren_id, 0, 0, CAST(sum(bishu) AS BIGINT), CAST(sum(jie) AS BIGINT), CAST(sum(dai) AS BIGINT) FROM kept_day GROUP BY 1, 3, 4;
INSERT INTO kept_day SELECT 'SHENQING', to_char(to_timestamp(o.create_time / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), 0, 0 FROM app_dingdan o GROUP BY 2, 3, 4;
INSERT INTO kept_day SELECT 'SHENHE', to_char(to_timestamp(o.shenhe_time / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), 0, 0 FROM app_dingdan o
    WHERE o.shenhe_time IS NOT NULL GROUP BY 2, 3, 4;
INSERT INTO kept_day SELECT 'TONGGUO', to_char(to_timestamp(o.shenhe_time / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), 0, 0 FROM app_dingdan o
    WHERE o.shenhe_time IS NOT NULL AND o.state <> 'YIJUJUE' GROUP BY 2, 3, 4;
INSERT INTO kept_day SELECT 'KEHU', to_char(to_timestamp(o.create_time / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), 0, 0 FROM app_user o WHERE o.is_del = FALSE GROUP BY 2, 3, 4;
INSERT INTO kept_day SELECT 'WEIHUAN', p.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), p.kuanxian, 0, count(*), CAST(sum(p.benjin + p.lixi + p.zixunfei + p.fuwufei - p.yishou) AS BIGINT), 0
    FROM app_dingdan_jihua p JOIN app_dingdan o ON o.id = p.dingdan_id WHERE p.shijian_id IS NULL AND o.state = 'DAIHUANKUAN' GROUP BY 2, 3, 4, 5;
INSERT INTO kept_day SELECT 'YINGHUAN', p.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), CAST(sum(p.benjin + p.lixi + p.zixunfei + p.fuwufei) AS BIGINT), 0
    FROM app_dingdan_jihua p JOIN app_dingdan o ON o.id = p.dingdan_id WHERE (p.shijian_id IS NULL AND o.state = 'DAIHUANKUAN') OR p.huankuan_ri >= p.riqi GROUP BY 2, 3, 4;
-- Lines of the journal. A statement counts its rows together, in the order of the key, so that no
-- two wait for each other.
CREATE FUNCTION keep_day_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT f.kemu, d.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, f.dingdan_id % 16, CAST(sum(CASE WHEN f.fangxiang <> 'JIE' THEN 0 WHEN f.jine < 0 THEN -1 ELSE 1 END) AS BIGINT), CAST(sum(CASE WHEN f.fangxiang = 'JIE' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END) AS BIGINT), CAST(sum(CASE WHEN f.fangxiang = 'DAI' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END) AS BIGINT)
    FROM added f JOIN app_dingdan o ON o.id = f.dingdan_id CROSS JOIN LATERAL (VALUES (f.riqi), ('')) d (riqi)
    GROUP BY 1, 2, 3, 4, 6 ORDER BY 1, 2, 3, 4, 6
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_zijin_fenlu_kept_day AFTER INSERT ON app_zijin_fenlu REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_day_lines();
-- Applications, and what was decided of them.
CREATE FUNCTION keep_day_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT c.lei, to_char(to_timestamp(c.at / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, o.id % 16, count(*), 0, 0
    FROM added o CROSS JOIN LATERAL (VALUES ('SHENQING', o.create_time), ('SHENHE', o.shenhe_time), ('TONGGUO', CASE WHEN o.state <> 'YIJUJUE' THEN o.shenhe_time END)) c (lei, at)
    WHERE c.at IS NOT NULL GROUP BY 1, 2, 3, 4, 6 ORDER BY 1, 2, 3, 4, 6
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_dingdan_kept_day_new AFTER INSERT ON app_dingdan REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_day_new_orders();
CREATE FUNCTION keep_day_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT c.lei, to_char(to_timestamp(c.at / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), coalesce(OLD.mendian, ''), coalesce(OLD.genjinren_id, 0), 0, NEW.id % 16, CAST(sum(c.sign) AS BIGINT), 0, 0 FROM (VALUES
        ('SHENHE', OLD.shenhe_time, -1), ('TONGGUO', CASE WHEN OLD.state <> 'YIJUJUE' THEN OLD.shenhe_time END, -1),
        ('SHENHE', NEW.shenhe_time, 1), ('TONGGUO', CASE WHEN NEW.state <> 'YIJUJUE' THEN NEW.shenhe_time END, 1)
    ) c (lei, at, sign) WHERE c.at IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_dingdan_kept_day_decided AFTER UPDATE OF shenhe_time, state ON app_dingdan FOR EACH ROW
    WHEN (OLD.shenhe_time IS DISTINCT FROM NEW.shenhe_time OR (OLD.state = 'YIJUJUE'::text) <> (NEW.state = 'YIJUJUE'::text)) EXECUTE FUNCTION keep_day_decided();
-- An order begins or ends to be repaid: with it what is left of its instalments.
CREATE FUNCTION keep_day_repaying() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT l.lei, p.riqi, coalesce(OLD.mendian, ''), coalesce(OLD.genjinren_id, 0), CASE WHEN l.lei = 'WEIHUAN' THEN p.kuanxian ELSE 0 END, NEW.id % 16,
        CAST(sum(l.sign) AS BIGINT), CAST(sum(l.sign * (p.benjin + p.lixi + p.zixunfei + p.fuwufei - CASE WHEN l.lei = 'WEIHUAN' THEN p.yishou ELSE 0 END)) AS BIGINT), 0
    FROM app_dingdan_jihua p CROSS JOIN (VALUES
        ('WEIHUAN', CASE WHEN NEW.state = 'DAIHUANKUAN' THEN 1 ELSE -1 END), ('YINGHUAN', CASE WHEN NEW.state = 'DAIHUANKUAN' THEN 1 ELSE -1 END)
    ) l (lei, sign) WHERE p.dingdan_id = NEW.id AND p.shijian_id IS NULL GROUP BY 1, 2, 5 ORDER BY 1, 2, 5
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_dingdan_kept_day_repaying AFTER UPDATE OF state ON app_dingdan FOR EACH ROW
    WHEN ((OLD.state = 'DAIHUANKUAN'::text) <> (NEW.state = 'DAIHUANKUAN'::text)) EXECUTE FUNCTION keep_day_repaying();
-- Somebody else looks after the order: all its figures go with it.
CREATE FUNCTION keep_day_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT c.lei, c.riqi, w.mendian, w.genjinren_id, c.kuanxian, NEW.id % 16,
        CAST(sum(w.sign * c.bishu) AS BIGINT), CAST(sum(w.sign * c.jie) AS BIGINT), CAST(sum(w.sign * c.dai) AS BIGINT) FROM (
        SELECT f.kemu AS lei, d.riqi, 0 AS kuanxian, CASE WHEN f.fangxiang <> 'JIE' THEN 0 WHEN f.jine < 0 THEN -1 ELSE 1 END AS bishu,
            CASE WHEN f.fangxiang = 'JIE' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END AS jie, CASE WHEN f.fangxiang = 'DAI' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END AS dai
        FROM app_zijin_fenlu f CROSS JOIN LATERAL (VALUES (f.riqi), ('')) d (riqi) WHERE f.dingdan_id = NEW.id
        UNION ALL SELECT 'SHENQING', to_char(to_timestamp(NEW.create_time / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 0, 1, 0, 0
        UNION ALL SELECT 'SHENHE', to_char(to_timestamp(NEW.shenhe_time / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 0, 1, 0, 0 WHERE NEW.shenhe_time IS NOT NULL
        UNION ALL SELECT 'TONGGUO', to_char(to_timestamp(NEW.shenhe_time / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 0, 1, 0, 0 WHERE NEW.shenhe_time IS NOT NULL AND NEW.state <> 'YIJUJUE'
        UNION ALL SELECT 'WEIHUAN', p.riqi, p.kuanxian, 1, p.benjin + p.lixi + p.zixunfei + p.fuwufei - p.yishou, 0 FROM app_dingdan_jihua p
        WHERE p.dingdan_id = NEW.id AND p.shijian_id IS NULL AND NEW.state = 'DAIHUANKUAN'
        UNION ALL SELECT 'YINGHUAN', p.riqi, 0, 1, p.benjin + p.lixi + p.zixunfei + p.fuwufei, 0 FROM app_dingdan_jihua p
        WHERE p.dingdan_id = NEW.id AND ((p.shijian_id IS NULL AND NEW.state = 'DAIHUANKUAN') OR p.huankuan_ri >= p.riqi)) c
    CROSS JOIN (VALUES (-1, coalesce(OLD.mendian, ''), coalesce(OLD.genjinren_id, 0)), (1, coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0))) w (sign, mendian, genjinren_id)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_dingdan_kept_day_moved AFTER UPDATE OF genjinren_id, mendian ON app_dingdan FOR EACH ROW
    WHEN (OLD.genjinren_id IS DISTINCT FROM NEW.genjinren_id OR OLD.mendian IS DISTINCT FROM NEW.mendian) EXECUTE FUNCTION keep_day_moved();
-- Instalments are agreed.
CREATE FUNCTION keep_day_new_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, o.id % 16, count(*), CAST(sum(c.jine) AS BIGINT), 0
    FROM added p JOIN app_dingdan o ON o.id = p.dingdan_id CROSS JOIN LATERAL (VALUES
        ('WEIHUAN', p.riqi, p.kuanxian, p.benjin + p.lixi + p.zixunfei + p.fuwufei - p.yishou, p.shijian_id, FALSE),
        ('YINGHUAN', p.riqi, 0, p.benjin + p.lixi + p.zixunfei + p.fuwufei, p.shijian_id, p.huankuan_ri >= p.riqi)
    ) c (lei, riqi, kuanxian, jine, paid, on_time) WHERE (c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_dingdan_jihua_kept_day_new AFTER INSERT ON app_dingdan_jihua REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_day_new_items();
-- One is changed, paid or taken back.
CREATE FUNCTION keep_day_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, o.id % 16, CAST(sum(c.sign) AS BIGINT), CAST(sum(c.sign * c.jine) AS BIGINT), 0
    FROM app_dingdan o CROSS JOIN (VALUES
        ('WEIHUAN', OLD.riqi, OLD.kuanxian, -1, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei - OLD.yishou, OLD.shijian_id, FALSE),
        ('YINGHUAN', OLD.riqi, 0, -1, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei, OLD.shijian_id, OLD.huankuan_ri >= OLD.riqi),
        ('WEIHUAN', NEW.riqi, NEW.kuanxian, 1, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei - NEW.yishou, NEW.shijian_id, FALSE),
        ('YINGHUAN', NEW.riqi, 0, 1, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei, NEW.shijian_id, NEW.huankuan_ri >= NEW.riqi)
    ) c (lei, riqi, kuanxian, sign, jine, paid, on_time)
    WHERE o.id = NEW.dingdan_id AND ((c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time)
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_dingdan_jihua_kept_day_changed AFTER UPDATE ON app_dingdan_jihua FOR EACH ROW EXECUTE FUNCTION keep_day_changed_item();
CREATE FUNCTION keep_day_gone_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, o.id % 16, -count(*), CAST(-sum(c.jine) AS BIGINT), 0
    FROM removed p JOIN app_dingdan o ON o.id = p.dingdan_id CROSS JOIN LATERAL (VALUES
        ('WEIHUAN', p.riqi, p.kuanxian, p.benjin + p.lixi + p.zixunfei + p.fuwufei - p.yishou, p.shijian_id, FALSE),
        ('YINGHUAN', p.riqi, 0, p.benjin + p.lixi + p.zixunfei + p.fuwufei, p.shijian_id, p.huankuan_ri >= p.riqi)
    ) c (lei, riqi, kuanxian, jine, paid, on_time) WHERE (c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_dingdan_jihua_kept_day_gone AFTER DELETE ON app_dingdan_jihua REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_day_gone_items();
-- Customers come, go, or are looked after by somebody else.
CREATE FUNCTION keep_day_new_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT 'KEHU', to_char(to_timestamp(o.create_time / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, o.id % 16, count(*), 0, 0
    FROM added o WHERE o.is_del = FALSE GROUP BY 2, 3, 4, 6 ORDER BY 2, 3, 4, 6
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_user_kept_day_new AFTER INSERT ON app_user REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_day_new_customers();
CREATE FUNCTION keep_day_changed_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT 'KEHU', to_char(to_timestamp(NEW.create_time / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), c.mendian, c.genjinren_id, 0, NEW.id % 16, CAST(sum(c.customers) AS BIGINT), 0, 0 FROM (VALUES
        (coalesce(OLD.mendian, ''), coalesce(OLD.genjinren_id, 0), CASE WHEN OLD.is_del THEN 0 ELSE -1 END),
        (coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0), CASE WHEN NEW.is_del THEN 0 ELSE 1 END)
    ) c (mendian, genjinren_id, customers) GROUP BY 3, 4 ORDER BY 3, 4
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
CREATE TRIGGER app_user_kept_day_changed AFTER UPDATE OF genjinren_id, mendian, is_del ON app_user FOR EACH ROW
    WHEN (OLD.genjinren_id IS DISTINCT FROM NEW.genjinren_id OR OLD.mendian IS DISTINCT FROM NEW.mendian OR OLD.is_del <> NEW.is_del) EXECUTE FUNCTION keep_day_changed_customer();
