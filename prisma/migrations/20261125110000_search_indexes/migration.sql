-- Texts are searched by their trigrams. For 1,000,000 strings of 340,000 sources it takes 20 to 40 seconds, during which strings
-- can be read and not be written.
CREATE INDEX "source_units_search" ON "source_units" USING gin
  (("sources"[1]) gin_trgm_ops, "context" gin_trgm_ops, "note" gin_trgm_ops, "location" gin_trgm_ops, "explanation" gin_trgm_ops);
CREATE INDEX "source_units_search_forms" ON "source_units" USING gin (joined_forms("sources") gin_trgm_ops) WHERE cardinality("sources") > 1;
CREATE INDEX "units_search" ON "units" USING gin (("targets"[1]) gin_trgm_ops);
CREATE INDEX "units_search_forms" ON "units" USING gin (joined_forms("targets") gin_trgm_ops) WHERE cardinality("targets") > 1;

-- Flags that name the string of which another one is a variant.
CREATE INDEX "source_units_variants" ON "source_units" ("component_id") WHERE "extra_flags" LIKE '%variants:%' OR "flags" LIKE '%variants:%';
-- Content changes of a person.
CREATE INDEX "changes_author_id_unit_id_idx" ON "changes" ("author_id", "unit_id");

-- A text anywhere in another, as a pattern of LIKE that means nothing but itself.
CREATE FUNCTION "search_pattern"("text" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace("text", '([\\%_])', '\\\1', 'g') || '%'
$$;

-- What few strings have.
CREATE INDEX "source_units_explained" ON "source_units" ("id") WHERE "explanation" <> '';
CREATE INDEX "source_units_flagged" ON "source_units" ("id") WHERE "extra_flags" <> '';
CREATE INDEX "units_automatic" ON "units" ("id") WHERE "automatic";
-- How many strings have plural forms: without it a third of them is taken for plurals.
CREATE STATISTICS "source_units_forms" ON (cardinality("sources")) FROM "source_units";
CREATE STATISTICS "units_forms" ON (cardinality("targets")) FROM "units";
