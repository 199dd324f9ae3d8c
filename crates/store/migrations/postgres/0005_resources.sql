CREATE INDEX "sys_log_method_id_ix" ON "sys_log" ("method" NULLS FIRST, id);
CREATE INDEX "app_dict_data_tag_type_id_ix" ON "app_dict_data" ("tag_type" NULLS FIRST, id) WHERE is_del = FALSE;
CREATE INDEX "app_project_zhouqi_danwei_id_ix" ON "app_project" ("zhouqi_danwei" NULLS FIRST, id) WHERE is_del = FALSE;
