-- What lists of orders are sorted by: the principal left, the instalment in turn, how late.
ALTER TABLE "app_dingdan" ADD COLUMN "shengyu_benjin" BIGINT;
ALTER TABLE "app_dingdan" ADD COLUMN "dangqian_qi" BIGINT;
ALTER TABLE "app_dingdan" ADD COLUMN "yuqi_xu" BIGINT;
CREATE INDEX "app_dingdan_shengyu_benjin_id_ix" ON "app_dingdan" ("shengyu_benjin" NULLS FIRST, id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_dangqian_qi_id_ix" ON "app_dingdan" ("dangqian_qi" NULLS FIRST, id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_yuqi_xu_id_ix" ON "app_dingdan" ("yuqi_xu" NULLS FIRST, id) WHERE is_del = FALSE;
UPDATE app_dingdan SET yuqi_xu = -(yinghuan_ri::date - DATE '1970-01-01'),
    shengyu_benjin = (SELECT sum(j.benjin) FROM app_dingdan_jihua j WHERE j.dingdan_id = app_dingdan.id AND j.shijian_id IS NULL),
    dangqian_qi = (SELECT min(j.qi) FROM app_dingdan_jihua j WHERE j.dingdan_id = app_dingdan.id AND j.shijian_id IS NULL)
    WHERE state = 'DAIHUANKUAN';
