-- How often the link of a channel was followed. Nodes add what they counted from time to time;
-- nothing is kept of who it was.
CREATE TABLE kept_visit (
    qudao_id INTEGER PRIMARY KEY,
    liulanshu INTEGER NOT NULL
) STRICT;
