-- What of an instalment was received in parts, and the days of grace its loan allows: what is left
-- of it and from which day it is overdue can be told from its row alone.
ALTER TABLE app_dingdan_jihua ADD COLUMN yishou INTEGER NOT NULL DEFAULT 0;
ALTER TABLE app_dingdan_jihua ADD COLUMN kuanxian INTEGER NOT NULL DEFAULT 0;
UPDATE app_dingdan_jihua SET yishou = (SELECT coalesce(sum(value ->> '$.received.principal' + value ->> '$.received.interest'
    + value ->> '$.received.insurance_fee' + value ->> '$.received.service_fee'), 0) FROM json_each(bufen)) WHERE bufen IS NOT NULL;
UPDATE app_dingdan_jihua SET kuanxian = (SELECT o.tiaokuan ->> '$.overdue.grace_days' FROM app_dingdan o WHERE o.id = dingdan_id)
    WHERE dingdan_id IN (SELECT o.id FROM app_dingdan o WHERE o.tiaokuan ->> '$.overdue.grace_days' <> 0);
-- Figures of a day by store and owner, kept by the transactions that change what they count, so
-- that the home page costs the same however many orders there are:
--   an account of the journal    debits and credits posted on the day, and in all under the empty
--                                day; bishu counts debits, one that was reversed no more; an
--                                amount that no loan can be is left out, so that no sum overflows
--   SHENQING, KEHU               applications and customers made on the day
--   SHENHE, TONGGUO              applications decided on the day, and those not refused
--   YINGHUAN                     instalments due on the day that were not paid before it, in jie
--   WEIHUAN                      what is left of instalments due on the day, by days of grace
CREATE TABLE kept_day (
    lei TEXT NOT NULL,
    riqi TEXT NOT NULL,
    mendian TEXT NOT NULL,
    genjinren_id INTEGER NOT NULL,
    kuanxian INTEGER NOT NULL,
    part INTEGER NOT NULL,
    bishu INTEGER NOT NULL,
    jie INTEGER NOT NULL,
    dai INTEGER NOT NULL,
    PRIMARY KEY (lei, riqi, mendian, genjinren_id, kuanxian, part)
) STRICT, WITHOUT ROWID;
INSERT INTO kept_day SELECT f.kemu, f.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, sum(CASE WHEN f.fangxiang <> 'JIE' THEN 0 WHEN f.jine < 0 THEN -1 ELSE 1 END), sum(CASE WHEN f.fangxiang = 'JIE' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END), sum(CASE WHEN f.fangxiang = 'DAI' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END)
    FROM app_zijin_fenlu f JOIN app_dingdan o ON o.id = f.dingdan_id GROUP BY 1, 2, 3, 4;
INSERT INTO kept_day SELECT lei, '', mendian, genjinren_id, 0, 0, sum(bishu), sum(jie), sum(dai) FROM kept_day GROUP BY 1, 3, 4;
INSERT INTO kept_day SELECT 'SHENQING', date(o.create_time / 1000 + 28800, 'unixepoch'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), 0, 0 FROM app_dingdan o GROUP BY 2, 3, 4;
INSERT INTO kept_day SELECT 'SHENHE', date(o.shenhe_time / 1000 + 28800, 'unixepoch'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), 0, 0 FROM app_dingdan o
    WHERE o.shenhe_time IS NOT NULL GROUP BY 2, 3, 4;
INSERT INTO kept_day SELECT 'TONGGUO', date(o.shenhe_time / 1000 + 28800, 'unixepoch'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), 0, 0 FROM app_dingdan o
    WHERE o.shenhe_time IS NOT NULL AND o.state <> 'YIJUJUE' GROUP BY 2, 3, 4;
INSERT INTO kept_day SELECT 'KEHU', date(o.create_time / 1000 + 28800, 'unixepoch'), coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), 0, 0 FROM app_user o WHERE o.is_del = FALSE GROUP BY 2, 3, 4;
INSERT INTO kept_day SELECT 'WEIHUAN', p.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), p.kuanxian, 0, count(*), sum(p.benjin + p.lixi + p.zixunfei + p.fuwufei - p.yishou), 0
    FROM app_dingdan_jihua p JOIN app_dingdan o ON o.id = p.dingdan_id WHERE p.shijian_id IS NULL AND o.state = 'DAIHUANKUAN' GROUP BY 2, 3, 4, 5;
INSERT INTO kept_day SELECT 'YINGHUAN', p.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, count(*), sum(p.benjin + p.lixi + p.zixunfei + p.fuwufei), 0
    FROM app_dingdan_jihua p JOIN app_dingdan o ON o.id = p.dingdan_id WHERE (p.shijian_id IS NULL AND o.state = 'DAIHUANKUAN') OR p.huankuan_ri >= p.riqi GROUP BY 2, 3, 4;
-- A line of the journal.
CREATE TRIGGER app_zijin_fenlu_kept_day AFTER INSERT ON app_zijin_fenlu BEGIN
    INSERT INTO kept_day SELECT NEW.kemu, d.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, 0, CASE WHEN NEW.fangxiang <> 'JIE' THEN 0 WHEN NEW.jine < 0 THEN -1 ELSE 1 END, CASE WHEN NEW.fangxiang = 'JIE' AND NEW.jine BETWEEN -10000000000000 AND 10000000000000 THEN NEW.jine ELSE 0 END, CASE WHEN NEW.fangxiang = 'DAI' AND NEW.jine BETWEEN -10000000000000 AND 10000000000000 THEN NEW.jine ELSE 0 END
    FROM app_dingdan o JOIN (SELECT NEW.riqi AS riqi UNION ALL SELECT '') d WHERE o.id = NEW.dingdan_id
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
-- An application, and what was decided of it.
CREATE TRIGGER app_dingdan_kept_day_new AFTER INSERT ON app_dingdan BEGIN
    INSERT INTO kept_day SELECT c.lei, date(c.at / 1000 + 28800, 'unixepoch'), coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0), 0, 0, 1, 0, 0 FROM (
        SELECT 'SHENQING' AS lei, NEW.create_time AS at
        UNION ALL SELECT 'SHENHE', NEW.shenhe_time
        UNION ALL SELECT 'TONGGUO', CASE WHEN NEW.state <> 'YIJUJUE' THEN NEW.shenhe_time END) c WHERE c.at IS NOT NULL
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
CREATE TRIGGER app_dingdan_kept_day_decided AFTER UPDATE OF shenhe_time, state ON app_dingdan
WHEN OLD.shenhe_time IS NOT NEW.shenhe_time OR (OLD.state = 'YIJUJUE') <> (NEW.state = 'YIJUJUE')
BEGIN
    INSERT INTO kept_day SELECT c.lei, date(c.at / 1000 + 28800, 'unixepoch'), coalesce(OLD.mendian, ''), coalesce(OLD.genjinren_id, 0), 0, 0, sum(c.sign), 0, 0 FROM (
        SELECT 'SHENHE' AS lei, OLD.shenhe_time AS at, -1 AS sign
        UNION ALL SELECT 'TONGGUO', CASE WHEN OLD.state <> 'YIJUJUE' THEN OLD.shenhe_time END, -1
        UNION ALL SELECT 'SHENHE', NEW.shenhe_time, 1
        UNION ALL SELECT 'TONGGUO', CASE WHEN NEW.state <> 'YIJUJUE' THEN NEW.shenhe_time END, 1) c
    WHERE c.at IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
-- An order begins or ends to be repaid: with it what is left of its instalments.
CREATE TRIGGER app_dingdan_kept_day_repaying AFTER UPDATE OF state ON app_dingdan
WHEN (OLD.state = 'DAIHUANKUAN') <> (NEW.state = 'DAIHUANKUAN')
BEGIN
    INSERT INTO kept_day SELECT l.lei, p.riqi, coalesce(OLD.mendian, ''), coalesce(OLD.genjinren_id, 0), CASE WHEN l.lei = 'WEIHUAN' THEN p.kuanxian ELSE 0 END, 0,
        sum(l.sign), sum(l.sign * (p.benjin + p.lixi + p.zixunfei + p.fuwufei - CASE WHEN l.lei = 'WEIHUAN' THEN p.yishou ELSE 0 END)), 0
    FROM app_dingdan_jihua p JOIN (
        SELECT 'WEIHUAN' AS lei, CASE WHEN NEW.state = 'DAIHUANKUAN' THEN 1 ELSE -1 END AS sign
        UNION ALL SELECT 'YINGHUAN', CASE WHEN NEW.state = 'DAIHUANKUAN' THEN 1 ELSE -1 END) l
    WHERE p.dingdan_id = NEW.id AND p.shijian_id IS NULL GROUP BY 1, 2, 5
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
-- Somebody else looks after the order: all its figures go with it.
CREATE TRIGGER app_dingdan_kept_day_moved AFTER UPDATE OF genjinren_id, mendian ON app_dingdan
WHEN OLD.genjinren_id IS NOT NEW.genjinren_id OR OLD.mendian IS NOT NEW.mendian
BEGIN
    INSERT INTO kept_day SELECT c.lei, c.riqi, w.mendian, w.genjinren_id, c.kuanxian, 0, sum(w.sign * c.bishu), sum(w.sign * c.jie), sum(w.sign * c.dai) FROM (
        SELECT f.kemu AS lei, CASE WHEN a.is_all THEN '' ELSE f.riqi END AS riqi, 0 AS kuanxian, CASE WHEN f.fangxiang <> 'JIE' THEN 0 WHEN f.jine < 0 THEN -1 ELSE 1 END AS bishu, CASE WHEN f.fangxiang = 'JIE' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END AS jie, CASE WHEN f.fangxiang = 'DAI' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END AS dai
        FROM app_zijin_fenlu f JOIN (SELECT FALSE AS is_all UNION ALL SELECT TRUE) a
        WHERE f.dingdan_id = NEW.id
        UNION ALL SELECT 'SHENQING', date(NEW.create_time / 1000 + 28800, 'unixepoch'), 0, 1, 0, 0
        UNION ALL SELECT 'SHENHE', date(NEW.shenhe_time / 1000 + 28800, 'unixepoch'), 0, 1, 0, 0 WHERE NEW.shenhe_time IS NOT NULL
        UNION ALL SELECT 'TONGGUO', date(NEW.shenhe_time / 1000 + 28800, 'unixepoch'), 0, 1, 0, 0 WHERE NEW.shenhe_time IS NOT NULL AND NEW.state <> 'YIJUJUE'
        UNION ALL SELECT 'WEIHUAN', p.riqi, p.kuanxian, 1, p.benjin + p.lixi + p.zixunfei + p.fuwufei - p.yishou, 0 FROM app_dingdan_jihua p
        WHERE p.dingdan_id = NEW.id AND p.shijian_id IS NULL AND NEW.state = 'DAIHUANKUAN'
        UNION ALL SELECT 'YINGHUAN', p.riqi, 0, 1, p.benjin + p.lixi + p.zixunfei + p.fuwufei, 0 FROM app_dingdan_jihua p
        WHERE p.dingdan_id = NEW.id AND ((p.shijian_id IS NULL AND NEW.state = 'DAIHUANKUAN') OR p.huankuan_ri >= p.riqi)) c
    JOIN (
        SELECT -1 AS sign, coalesce(OLD.mendian, '') AS mendian, coalesce(OLD.genjinren_id, 0) AS genjinren_id
        UNION ALL SELECT 1, coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0)) w
    WHERE TRUE GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
-- An instalment is agreed, changed, paid or taken back.
CREATE TRIGGER app_dingdan_jihua_kept_day_new AFTER INSERT ON app_dingdan_jihua BEGIN
    INSERT INTO kept_day SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, 0, sum(c.sign), sum(c.sign * c.jine), 0 FROM app_dingdan o JOIN (
        SELECT 'WEIHUAN' AS lei, NEW.riqi AS riqi, NEW.kuanxian AS kuanxian, 1 AS sign, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei - NEW.yishou AS jine, NEW.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', NEW.riqi, 0, 1, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei, NEW.shijian_id, NEW.huankuan_ri >= NEW.riqi) c
    WHERE o.id = NEW.dingdan_id AND ((c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time) GROUP BY 1, 2, 5
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
CREATE TRIGGER app_dingdan_jihua_kept_day_changed AFTER UPDATE ON app_dingdan_jihua BEGIN
    INSERT INTO kept_day SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, 0, sum(c.sign), sum(c.sign * c.jine), 0 FROM app_dingdan o JOIN (
        SELECT 'WEIHUAN' AS lei, OLD.riqi AS riqi, OLD.kuanxian AS kuanxian, -1 AS sign, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei - OLD.yishou AS jine, OLD.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', OLD.riqi, 0, -1, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei, OLD.shijian_id, OLD.huankuan_ri >= OLD.riqi
        UNION ALL SELECT 'WEIHUAN' AS lei, NEW.riqi AS riqi, NEW.kuanxian AS kuanxian, 1 AS sign, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei - NEW.yishou AS jine, NEW.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', NEW.riqi, 0, 1, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei, NEW.shijian_id, NEW.huankuan_ri >= NEW.riqi) c
    WHERE o.id = NEW.dingdan_id AND ((c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time) GROUP BY 1, 2, 5
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
CREATE TRIGGER app_dingdan_jihua_kept_day_gone AFTER DELETE ON app_dingdan_jihua BEGIN
    INSERT INTO kept_day SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, 0, sum(c.sign), sum(c.sign * c.jine), 0 FROM app_dingdan o JOIN (
        SELECT 'WEIHUAN' AS lei, OLD.riqi AS riqi, OLD.kuanxian AS kuanxian, -1 AS sign, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei - OLD.yishou AS jine, OLD.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', OLD.riqi, 0, -1, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei, OLD.shijian_id, OLD.huankuan_ri >= OLD.riqi) c
    WHERE o.id = OLD.dingdan_id AND ((c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time) GROUP BY 1, 2, 5
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
-- A customer comes, goes, or is looked after by somebody else.
CREATE TRIGGER app_user_kept_day_new AFTER INSERT ON app_user WHEN NEW.is_del = FALSE BEGIN
    INSERT INTO kept_day VALUES ('KEHU', date(NEW.create_time / 1000 + 28800, 'unixepoch'), coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0), 0, 0, 1, 0, 0)
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
CREATE TRIGGER app_user_kept_day_changed AFTER UPDATE OF genjinren_id, mendian, is_del ON app_user
WHEN OLD.genjinren_id IS NOT NEW.genjinren_id OR OLD.mendian IS NOT NEW.mendian OR OLD.is_del <> NEW.is_del
BEGIN
    INSERT INTO kept_day SELECT 'KEHU', date(NEW.create_time / 1000 + 28800, 'unixepoch'), c.mendian, c.genjinren_id, 0, 0, sum(c.customers), 0, 0 FROM (
        SELECT coalesce(OLD.mendian, '') AS mendian, coalesce(OLD.genjinren_id, 0) AS genjinren_id, OLD.is_del - 1 AS customers
        UNION ALL SELECT coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0), 1 - NEW.is_del) c
    WHERE TRUE GROUP BY 3, 4
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
