-- Deleting a customer empties what was deleted of them before, and lets go of every file of theirs.
CREATE INDEX app_user_jibenxinxi_gone ON app_user_jibenxinxi (user_id, id) WHERE is_del = TRUE;
CREATE INDEX app_user_renzheng_gone ON app_user_renzheng (user_id, id) WHERE is_del = TRUE;
CREATE INDEX app_user_tongxunlu_gone ON app_user_tongxunlu (user_id, id) WHERE is_del = TRUE;
CREATE INDEX app_user_duanxin_gone ON app_user_duanxin (user_id, id) WHERE is_del = TRUE;
CREATE INDEX app_user_genjin_gone ON app_user_genjin (user_id, id) WHERE is_del = TRUE;
CREATE INDEX app_user_fufei_gone ON app_user_fufei (user_id, id) WHERE is_del = TRUE;
CREATE INDEX app_user_shoukuan_gone ON app_user_shoukuan (user_id, id) WHERE is_del = TRUE;
CREATE INDEX file_shuyu ON file (shuyu_ziyuan, shuyu_id);
