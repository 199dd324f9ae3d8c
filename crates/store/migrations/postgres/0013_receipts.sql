-- Part payments of an instalment, as the engine keeps them; none while nothing came in before it was paid.
ALTER TABLE app_dingdan_jihua ADD COLUMN bufen TEXT;
-- An instalment is paid once, and in as many parts as people bring.
DROP INDEX app_dingdan_xingqing_qi_key;
CREATE UNIQUE INDEX app_dingdan_xingqing_huankuan_key ON app_dingdan_xingqing (dingdan_id, qi) WHERE is_chexiao = FALSE AND "type" = 'HUANKUAN';
