-- What is paid on its day or later was due all the same: figures that do not change are not written.
CREATE OR REPLACE FUNCTION keep_day_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO kept_day AS kept SELECT c.lei, c.riqi, coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0), c.kuanxian, o.id % 16, CAST(sum(c.sign) AS BIGINT), CAST(sum(c.sign * c.jine) AS BIGINT), 0
    FROM app_dingdan o CROSS JOIN (VALUES
        ('WEIHUAN', OLD.riqi, OLD.kuanxian, -1, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei - OLD.yishou, OLD.shijian_id, FALSE),
        ('YINGHUAN', OLD.riqi, 0, -1, OLD.benjin + OLD.lixi + OLD.zixunfei + OLD.fuwufei, OLD.shijian_id, OLD.huankuan_ri >= OLD.riqi),
        ('WEIHUAN', NEW.riqi, NEW.kuanxian, 1, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei - NEW.yishou, NEW.shijian_id, FALSE),
        ('YINGHUAN', NEW.riqi, 0, 1, NEW.benjin + NEW.lixi + NEW.zixunfei + NEW.fuwufei, NEW.shijian_id, NEW.huankuan_ri >= NEW.riqi)
    ) c (lei, riqi, kuanxian, sign, jine, paid, on_time)
    WHERE o.id = NEW.dingdan_id AND ((c.paid IS NULL AND o.state = 'DAIHUANKUAN') OR c.on_time)
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(c.sign) <> 0 OR sum(c.sign * c.jine) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai;
    RETURN NULL;
END $$;
