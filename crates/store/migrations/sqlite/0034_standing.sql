-- What the figures of a list are as long as nothing of an order is due.
ALTER TABLE "app_dingdan" ADD COLUMN "huankuan_zonge" INTEGER;
ALTER TABLE "app_dingdan" ADD COLUMN "benqi_jine" INTEGER;
-- The share of the fee is taken of whole millions and of the rest, which no integer is too small for.
UPDATE app_dingdan SET
    huankuan_zonge = jiekuan_jine
        + jiekuan_jine / 1000000 * json_extract(tiaokuan, '$.upfront_fee.rate')
        + (jiekuan_jine % 1000000 * json_extract(tiaokuan, '$.upfront_fee.rate') + 500000) / 1000000
        + coalesce((SELECT sum(e.jine) FROM app_dingdan_shijian e WHERE e.dingdan_id = app_dingdan.id
            AND e."type" = 'YANQI' AND e.is_chexiao = FALSE), 0)
        + (SELECT sum(CASE WHEN j.shijian_id IS NULL THEN j.lixi + j.zixunfei + j.fuwufei
            ELSE j.shou_lixi + j.shou_zixunfei + j.shou_fuwufei + j.shou_yuqifei + j.shou_weiyuejin END)
            FROM app_dingdan_jihua j WHERE j.dingdan_id = app_dingdan.id),
    benqi_jine = coalesce((SELECT max(j.benjin + j.lixi + j.zixunfei + j.fuwufei - j.yishou - app_dingdan.youhui_dangqian, 0)
        FROM app_dingdan_jihua j WHERE j.dingdan_id = app_dingdan.id AND j.shijian_id IS NULL ORDER BY j.qi LIMIT 1), 0)
    WHERE state IN ('DAIHUANKUAN', 'YIJIEQING');
