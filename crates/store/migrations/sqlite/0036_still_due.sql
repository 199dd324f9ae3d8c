-- What is paid on its day or later was due all the same: figures that do not change are not written.
DROP TRIGGER app_dingdan_jihua_kept_day_changed;
CREATE TRIGGER app_dingdan_jihua_kept_day_changed AFTER UPDATE ON app_dingdan_jihua BEGIN
    INSERT INTO kept_day SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, 0, sum(c.sign), sum(c.sign * c.jine), 0 FROM app_dingdan o JOIN (
        SELECT 'WEIHUAN' AS lei, OLD.riqi AS riqi, OLD.kuanxian AS kuanxian, -1 AS sign, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei - OLD.yishou AS jine, OLD.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', OLD.riqi, 0, -1, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei, OLD.shijian_id, OLD.huankuan_ri >= OLD.riqi
        UNION ALL SELECT 'WEIHUAN' AS lei, NEW.riqi AS riqi, NEW.kuanxian AS kuanxian, 1 AS sign, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei - NEW.yishou AS jine, NEW.shijian_id AS paid, NULL AS on_time
        UNION ALL SELECT 'YINGHUAN', NEW.riqi, 0, 1, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei, NEW.shijian_id, NEW.huankuan_ri >= NEW.riqi) c
    WHERE o.id = NEW.dingdan_id AND ((c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time) GROUP BY 1, 2, 5
    HAVING sum(c.sign) <> 0 OR sum(c.sign * c.jine) <> 0
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = bishu + excluded.bishu, jie = jie + excluded.jie, dai = dai + excluded.dai;
END;
