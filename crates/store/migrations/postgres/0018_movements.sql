-- A receipt over several instalments is one movement of money: its first record says the whole of it.
ALTER TABLE "app_dingdan_xingqing" ADD COLUMN "liushui_jine" BIGINT;
ALTER TABLE "app_dingdan_xingqing" ADD COLUMN "liushui_miaoshu" TEXT;
UPDATE app_dingdan_xingqing SET liushui_jine = shifujine, liushui_miaoshu = miaoshu WHERE "type" NOT IN ('HUANKUAN', 'BUFEN');
UPDATE app_dingdan_xingqing SET
    liushui_jine = (SELECT CAST(sum(x.shifujine) AS BIGINT) FROM app_dingdan_xingqing x WHERE x.dingdan_id = app_dingdan_xingqing.dingdan_id AND x.shijian_id = app_dingdan_xingqing.shijian_id AND x.is_del = FALSE),
    liushui_miaoshu = (SELECT string_agg(x.miaoshu, '，' ORDER BY x.id) FROM app_dingdan_xingqing x WHERE x.dingdan_id = app_dingdan_xingqing.dingdan_id AND x.shijian_id = app_dingdan_xingqing.shijian_id AND x.is_del = FALSE)
    WHERE "type" IN ('HUANKUAN', 'BUFEN')
    AND NOT EXISTS (SELECT 1 FROM app_dingdan_xingqing x WHERE x.dingdan_id = app_dingdan_xingqing.dingdan_id AND x.shijian_id = app_dingdan_xingqing.shijian_id AND x.is_del = FALSE AND x.id < app_dingdan_xingqing.id);
