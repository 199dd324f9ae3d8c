-- What the triggers keep of days is only appended here, and added up behind the transactions that do it.
CREATE TABLE kept_day_added (
    id INTEGER PRIMARY KEY,
    lei TEXT NOT NULL,
    riqi TEXT NOT NULL,
    mendian TEXT NOT NULL,
    genjinren_id INTEGER NOT NULL,
    kuanxian INTEGER NOT NULL,
    bishu INTEGER NOT NULL,
    jie INTEGER NOT NULL,
    dai INTEGER NOT NULL,
    is_leiji INTEGER NOT NULL DEFAULT FALSE
) STRICT;
-- A line of the journal.
DROP TRIGGER app_zijin_fenlu_kept_day;
CREATE TRIGGER app_zijin_fenlu_kept_day AFTER INSERT ON app_zijin_fenlu BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai, is_leiji)
    SELECT NEW.kemu, NEW.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), 0, CASE WHEN NEW.fangxiang <> 'JIE' THEN 0 WHEN NEW.jine < 0 THEN -1 ELSE 1 END, CASE WHEN NEW.fangxiang = 'JIE' AND NEW.jine BETWEEN -10000000000000 AND 10000000000000 THEN NEW.jine ELSE 0 END, CASE WHEN NEW.fangxiang = 'DAI' AND NEW.jine BETWEEN -10000000000000 AND 10000000000000 THEN NEW.jine ELSE 0 END, TRUE
    FROM app_dingdan o WHERE o.id = NEW.dingdan_id;
END;
-- An application, and what was decided of it.
DROP TRIGGER app_dingdan_kept_day_new;
CREATE TRIGGER app_dingdan_kept_day_new AFTER INSERT ON app_dingdan BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai)
    SELECT c.lei, date(c.at / 1000 + 28800, 'unixepoch'), coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0), 0, 1, 0, 0 FROM (
        SELECT 'SHENQING' AS lei, NEW.create_time AS at
        UNION ALL SELECT 'SHENHE', NEW.shenhe_time
        UNION ALL SELECT 'TONGGUO', CASE WHEN NEW.state <> 'YIJUJUE' THEN NEW.shenhe_time END) c WHERE c.at IS NOT NULL;
END;
DROP TRIGGER app_dingdan_kept_day_decided;
CREATE TRIGGER app_dingdan_kept_day_decided AFTER UPDATE OF shenhe_time, state ON app_dingdan
WHEN OLD.shenhe_time IS NOT NEW.shenhe_time OR (OLD.state = 'YIJUJUE') <> (NEW.state = 'YIJUJUE')
BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai)
    SELECT c.lei, date(c.at / 1000 + 28800, 'unixepoch'), coalesce(OLD.mendian, ''), coalesce(OLD.genjinren_id, 0), 0, sum(c.sign), 0, 0 FROM (
        SELECT 'SHENHE' AS lei, OLD.shenhe_time AS at, -1 AS sign
        UNION ALL SELECT 'TONGGUO', CASE WHEN OLD.state <> 'YIJUJUE' THEN OLD.shenhe_time END, -1
        UNION ALL SELECT 'SHENHE', NEW.shenhe_time, 1
        UNION ALL SELECT 'TONGGUO', CASE WHEN NEW.state <> 'YIJUJUE' THEN NEW.shenhe_time END, 1) c
    WHERE c.at IS NOT NULL GROUP BY 1, 2;
END;
-- An order begins or ends to be repaid: with it what is left of its instalments.
DROP TRIGGER app_dingdan_kept_day_repaying;
CREATE TRIGGER app_dingdan_kept_day_repaying AFTER UPDATE OF state ON app_dingdan
WHEN (OLD.state = 'DAIHUANKUAN') <> (NEW.state = 'DAIHUANKUAN')
BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai)
    SELECT l.lei, p.riqi, coalesce(OLD.mendian, ''), coalesce(OLD.genjinren_id, 0), CASE WHEN l.lei = 'WEIHUAN' THEN p.kuanxian ELSE 0 END,
        sum(l.sign), sum(l.sign * (p.benjin + p.lixi + p.zixunfei + p.fuwufei - CASE WHEN l.lei = 'WEIHUAN' THEN p.yishou ELSE 0 END)), 0
    FROM app_dingdan_jihua p JOIN (
        SELECT 'WEIHUAN' AS lei, CASE WHEN NEW.state = 'DAIHUANKUAN' THEN 1 ELSE -1 END AS sign
        UNION ALL SELECT 'YINGHUAN', CASE WHEN NEW.state = 'DAIHUANKUAN' THEN 1 ELSE -1 END) l
    WHERE p.dingdan_id = NEW.id AND p.shijian_id IS NULL GROUP BY 1, 2, 5;
END;
-- Somebody else looks after the order: all its figures go with it.
DROP TRIGGER app_dingdan_kept_day_moved;
CREATE TRIGGER app_dingdan_kept_day_moved AFTER UPDATE OF genjinren_id, mendian ON app_dingdan
WHEN OLD.genjinren_id IS NOT NEW.genjinren_id OR OLD.mendian IS NOT NEW.mendian
BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai, is_leiji)
    SELECT c.lei, c.riqi, w.mendian, w.genjinren_id, c.kuanxian, sum(w.sign * c.bishu), sum(w.sign * c.jie), sum(w.sign * c.dai), c.is_leiji FROM (
        SELECT f.kemu AS lei, f.riqi AS riqi, 0 AS kuanxian, CASE WHEN f.fangxiang <> 'JIE' THEN 0 WHEN f.jine < 0 THEN -1 ELSE 1 END AS bishu, CASE WHEN f.fangxiang = 'JIE' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END AS jie, CASE WHEN f.fangxiang = 'DAI' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END AS dai, TRUE AS is_leiji
        FROM app_zijin_fenlu f WHERE f.dingdan_id = NEW.id
        UNION ALL SELECT 'SHENQING', date(NEW.create_time / 1000 + 28800, 'unixepoch'), 0, 1, 0, 0, FALSE
        UNION ALL SELECT 'SHENHE', date(NEW.shenhe_time / 1000 + 28800, 'unixepoch'), 0, 1, 0, 0, FALSE WHERE NEW.shenhe_time IS NOT NULL
        UNION ALL SELECT 'TONGGUO', date(NEW.shenhe_time / 1000 + 28800, 'unixepoch'), 0, 1, 0, 0, FALSE WHERE NEW.shenhe_time IS NOT NULL AND NEW.state <> 'YIJUJUE'
        UNION ALL SELECT 'WEIHUAN', p.riqi, p.kuanxian, 1, p.benjin + p.lixi + p.zixunfei + p.fuwufei - p.yishou, 0, FALSE FROM app_dingdan_jihua p
        WHERE p.dingdan_id = NEW.id AND p.shijian_id IS NULL AND NEW.state = 'DAIHUANKUAN'
        UNION ALL SELECT 'YINGHUAN', p.riqi, 0, 1, p.benjin + p.lixi + p.zixunfei + p.fuwufei, 0, FALSE FROM app_dingdan_jihua p
        WHERE p.dingdan_id = NEW.id AND ((p.shijian_id IS NULL AND NEW.state = 'DAIHUANKUAN') OR p.huankuan_ri >= p.riqi)) c
    JOIN (
        SELECT -1 AS sign, coalesce(OLD.mendian, '') AS mendian, coalesce(OLD.genjinren_id, 0) AS genjinren_id
        UNION ALL SELECT 1, coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0)) w
    WHERE TRUE GROUP BY 1, 2, 3, 4, 5, 9;
END;
-- An instalment is agreed, changed, paid or taken back.
DROP TRIGGER app_dingdan_jihua_kept_day_new;
CREATE TRIGGER app_dingdan_jihua_kept_day_new AFTER INSERT ON app_dingdan_jihua BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai)
    SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, sum(c.sign), sum(c.sign * c.jine), 0 FROM app_dingdan o JOIN (
        SELECT 'WEIHUAN' AS lei, NEW.riqi AS riqi, NEW.kuanxian AS kuanxian, 1 AS sign, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei - NEW.yishou AS jine, NEW.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', NEW.riqi, 0, 1, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei, NEW.shijian_id, NEW.huankuan_ri >= NEW.riqi) c
    WHERE o.id = NEW.dingdan_id AND ((c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time) GROUP BY 1, 2, 5;
END;
DROP TRIGGER app_dingdan_jihua_kept_day_gone;
CREATE TRIGGER app_dingdan_jihua_kept_day_gone AFTER DELETE ON app_dingdan_jihua BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai)
    SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, sum(c.sign), sum(c.sign * c.jine), 0 FROM app_dingdan o JOIN (
        SELECT 'WEIHUAN' AS lei, OLD.riqi AS riqi, OLD.kuanxian AS kuanxian, -1 AS sign, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei - OLD.yishou AS jine, OLD.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', OLD.riqi, 0, -1, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei, OLD.shijian_id, OLD.huankuan_ri >= OLD.riqi) c
    WHERE o.id = OLD.dingdan_id AND ((c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time) GROUP BY 1, 2, 5;
END;
-- A customer comes, goes, or is looked after by somebody else.
DROP TRIGGER app_user_kept_day_new;
CREATE TRIGGER app_user_kept_day_new AFTER INSERT ON app_user WHEN NEW.is_del = FALSE BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai)
    VALUES ('KEHU', date(NEW.create_time / 1000 + 28800, 'unixepoch'), coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0), 0, 1, 0, 0);
END;
DROP TRIGGER app_user_kept_day_changed;
CREATE TRIGGER app_user_kept_day_changed AFTER UPDATE OF genjinren_id, mendian, is_del ON app_user
WHEN OLD.genjinren_id IS NOT NEW.genjinren_id OR OLD.mendian IS NOT NEW.mendian OR OLD.is_del <> NEW.is_del
BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai)
    SELECT 'KEHU', date(NEW.create_time / 1000 + 28800, 'unixepoch'), c.mendian, c.genjinren_id, 0, sum(c.customers), 0, 0 FROM (
        SELECT coalesce(OLD.mendian, '') AS mendian, coalesce(OLD.genjinren_id, 0) AS genjinren_id, OLD.is_del - 1 AS customers
        UNION ALL SELECT coalesce(NEW.mendian, ''), coalesce(NEW.genjinren_id, 0), 1 - NEW.is_del) c
    WHERE TRUE GROUP BY 3, 4;
END;
DROP TRIGGER app_dingdan_jihua_kept_day_changed;
CREATE TRIGGER app_dingdan_jihua_kept_day_changed AFTER UPDATE ON app_dingdan_jihua BEGIN
    INSERT INTO kept_day_added (lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai)
    SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, sum(c.sign), sum(c.sign * c.jine), 0 FROM app_dingdan o JOIN (
        SELECT 'WEIHUAN' AS lei, OLD.riqi AS riqi, OLD.kuanxian AS kuanxian, -1 AS sign, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei - OLD.yishou AS jine, OLD.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', OLD.riqi, 0, -1, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei, OLD.shijian_id, OLD.huankuan_ri >= OLD.riqi
        UNION ALL SELECT 'WEIHUAN' AS lei, NEW.riqi AS riqi, NEW.kuanxian AS kuanxian, 1 AS sign, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei - NEW.yishou AS jine, NEW.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', NEW.riqi, 0, 1, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei, NEW.shijian_id, NEW.huankuan_ri >= NEW.riqi) c
    WHERE o.id = NEW.dingdan_id AND ((c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time) GROUP BY 1, 2, 5
    HAVING sum(c.sign) <> 0 OR sum(c.sign * c.jine) <> 0;
END;
