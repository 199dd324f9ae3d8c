-- What lists of orders are sorted by: the principal left, the instalment in turn, how late.
ALTER TABLE "app_dingdan" ADD COLUMN "shengyu_benjin" INTEGER;
ALTER TABLE "app_dingdan" ADD COLUMN "dangqian_qi" INTEGER;
ALTER TABLE "app_dingdan" ADD COLUMN "yuqi_xu" INTEGER;
CREATE INDEX "app_dingdan_shengyu_benjin_id_ix" ON "app_dingdan" ("shengyu_benjin", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_dangqian_qi_id_ix" ON "app_dingdan" ("dangqian_qi", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_yuqi_xu_id_ix" ON "app_dingdan" ("yuqi_xu", id) WHERE is_del = FALSE;
UPDATE app_dingdan SET yuqi_xu = -CAST(julianday(yinghuan_ri) - 2440587.5 AS INTEGER),
    shengyu_benjin = (SELECT sum(j.benjin) FROM app_dingdan_jihua j WHERE j.dingdan_id = app_dingdan.id AND j.shijian_id IS NULL),
    dangqian_qi = (SELECT min(j.qi) FROM app_dingdan_jihua j WHERE j.dingdan_id = app_dingdan.id AND j.shijian_id IS NULL)
    WHERE state = 'DAIHUANKUAN';
