-- What the figures of a list are as long as nothing of an order is due.
ALTER TABLE "app_dingdan" ADD COLUMN "huankuan_zonge" BIGINT;
ALTER TABLE "app_dingdan" ADD COLUMN "benqi_jine" BIGINT;
UPDATE app_dingdan SET
    huankuan_zonge = jiekuan_jine
        + div(jiekuan_jine::numeric * (tiaokuan::json -> 'upfront_fee' ->> 'rate')::numeric + 500000, 1000000)::bigint
        + coalesce((SELECT sum(e.jine) FROM app_dingdan_shijian e WHERE e.dingdan_id = app_dingdan.id
            AND e."type" = 'YANQI' AND e.is_chexiao = FALSE), 0)::bigint
        + (SELECT sum(CASE WHEN j.shijian_id IS NULL THEN j.lixi + j.zixunfei + j.fuwufei
            ELSE j.shou_lixi + j.shou_zixunfei + j.shou_fuwufei + j.shou_yuqifei + j.shou_weiyuejin END)
            FROM app_dingdan_jihua j WHERE j.dingdan_id = app_dingdan.id)::bigint,
    benqi_jine = coalesce((SELECT greatest(j.benjin + j.lixi + j.zixunfei + j.fuwufei - j.yishou - app_dingdan.youhui_dangqian, 0)
        FROM app_dingdan_jihua j WHERE j.dingdan_id = app_dingdan.id AND j.shijian_id IS NULL ORDER BY j.qi LIMIT 1), 0)
    WHERE state IN ('DAIHUANKUAN', 'YIJIEQING');
