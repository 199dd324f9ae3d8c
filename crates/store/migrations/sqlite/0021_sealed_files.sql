-- The number of the key that the bytes of a private file lie under, 0 in clear, and since when somebody
-- writes them again.
ALTER TABLE file ADD COLUMN miyao INTEGER NOT NULL DEFAULT 0;
ALTER TABLE file ADD COLUMN chongxie_ms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX file_miyao ON file (folder, miyao, file_key);
