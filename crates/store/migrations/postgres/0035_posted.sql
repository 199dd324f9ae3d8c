-- What was posted on a day is summed in kept_day, but for amounts that no loan can be.
DROP INDEX app_zijin_fenlu_day;
CREATE INDEX app_zijin_fenlu_vast ON app_zijin_fenlu (kemu, riqi) WHERE jine < '-10000000000000'::bigint OR jine > '10000000000000'::bigint;
