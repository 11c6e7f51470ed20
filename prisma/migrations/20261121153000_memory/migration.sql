-- The translation memory: exact look-ups by hash, similar ones by trigrams of the beginning, every entry once.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- First 8 bytes of SHA-256, as a signed number.
CREATE FUNCTION "memory_hash"("text" text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ('x' || encode(substr(sha256(convert_to("text", 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
$$;
CREATE UNIQUE INDEX "memory_entries_once" ON "memory_entries" ("source_hash", "target_language_id", "source_language_id", md5("target"), md5("origin"), "project_id", "user_id", "shared", "from_file") NULLS NOT DISTINCT;
CREATE INDEX "memory_entries_similar" ON "memory_entries" USING gin ("target_language_id", lower(left("source", 500)) gin_trgm_ops);
