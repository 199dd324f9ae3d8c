-- The plan of an order that was paid out: columns fixed at payout, and what was charged when paid.
CREATE TABLE app_dingdan_jihua (
    dingdan_id INTEGER NOT NULL,
    qi INTEGER NOT NULL,
    qishi TEXT NOT NULL,
    tianshu INTEGER NOT NULL,
    riqi TEXT NOT NULL,
    benjin INTEGER NOT NULL CHECK (benjin >= 0),
    lixi INTEGER NOT NULL CHECK (lixi >= 0),
    zixunfei INTEGER NOT NULL CHECK (zixunfei >= 0),
    fuwufei INTEGER NOT NULL CHECK (fuwufei >= 0),
    shijian_id INTEGER,
    huankuan_ri TEXT,
    shou_benjin INTEGER,
    shou_lixi INTEGER,
    shou_zixunfei INTEGER,
    shou_fuwufei INTEGER,
    shou_yuqifei INTEGER,
    shou_weiyuejin INTEGER,
    yuqi_tianshu INTEGER,
    zongyouhui INTEGER,
    shifu INTEGER,
    PRIMARY KEY (dingdan_id, qi)
) STRICT, WITHOUT ROWID;
CREATE INDEX app_dingdan_jihua_due ON app_dingdan_jihua (riqi, dingdan_id) WHERE shijian_id IS NULL;
-- Money events of an order, numbered within it; undone ones stay.
CREATE TABLE app_dingdan_shijian (
    dingdan_id INTEGER NOT NULL,
    shijian_id INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    shijian_ms INTEGER NOT NULL,
    riqi TEXT NOT NULL,
    qi INTEGER,
    jine INTEGER,
    youhui_qian INTEGER,
    is_chexiao INTEGER NOT NULL DEFAULT FALSE,
    PRIMARY KEY (dingdan_id, shijian_id)
) STRICT, WITHOUT ROWID;
-- The journal: lines of double entry; the lines of one event and direction are one entry.
CREATE TABLE app_zijin_fenlu (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dingdan_id INTEGER NOT NULL,
    shijian_id INTEGER NOT NULL,
    is_chongxiao INTEGER NOT NULL,
    hang INTEGER NOT NULL,
    riqi TEXT NOT NULL,
    kemu TEXT NOT NULL,
    fangxiang TEXT NOT NULL CHECK (fangxiang IN ('JIE', 'DAI')),
    jine INTEGER NOT NULL CHECK (jine <> 0),
    jianmian TEXT,
    create_time INTEGER NOT NULL,
    create_by INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX app_zijin_fenlu_key ON app_zijin_fenlu (dingdan_id, shijian_id, is_chongxiao, hang);
CREATE INDEX app_zijin_fenlu_day ON app_zijin_fenlu (riqi, kemu, fangxiang, jine);
CREATE TRIGGER app_zijin_fenlu_no_update BEFORE UPDATE ON app_zijin_fenlu BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER app_zijin_fenlu_no_delete BEFORE DELETE ON app_zijin_fenlu BEGIN SELECT RAISE(ABORT, 'append only'); END;
-- What may live once: an instalment's repayment, a prepayment, a receipt of the payment channel.
CREATE UNIQUE INDEX app_dingdan_xingqing_qi_key ON app_dingdan_xingqing (dingdan_id, qi) WHERE is_chexiao = FALSE AND qi IS NOT NULL;
CREATE UNIQUE INDEX app_dingdan_xingqing_tiqian_key ON app_dingdan_xingqing (dingdan_id) WHERE is_chexiao = FALSE AND "type" = 'TIQIAN';
CREATE UNIQUE INDEX app_dingdan_xingqing_liushuihao_key ON app_dingdan_xingqing (liushuihao) WHERE is_chexiao = FALSE AND liushuihao IS NOT NULL;
