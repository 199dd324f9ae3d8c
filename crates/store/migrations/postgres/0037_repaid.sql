CREATE INDEX "app_dingdan_xingqing_type_huankuan_time_id_ix" ON "app_dingdan_xingqing" ("type" NULLS FIRST, "huankuan_time" NULLS FIRST, id) WHERE is_del = FALSE;
DROP INDEX "app_user_phone_idx_id_ix";
DROP INDEX "app_project_bianma_id_ix";
DROP INDEX "app_hetong_bianma_id_ix";
