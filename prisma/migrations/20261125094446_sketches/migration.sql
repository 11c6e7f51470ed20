-- Similar sources are found by sketches, which are made outside of the database, in the background: some minutes for a million.
-- Until then they are found as before.
ALTER TABLE "memory_entries" ADD COLUMN     "sketch" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
CREATE INDEX "memory_entries_sketch_idx" ON "memory_entries" USING GIN ("sketch");

-- Apart from the strings, which are written often: numbers come later, and would have every string written twice.
CREATE TABLE "source_sketches" (
    "source_id" BIGINT NOT NULL,
    "component_id" INTEGER NOT NULL,
    "numbers" INTEGER[] DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "source_sketches_pkey" PRIMARY KEY ("source_id")
);

-- No numbers say that a string waits for them. Triggers see to it, so that no writer of strings can forget.
CREATE FUNCTION "want_sketches_of_new_sources"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  INSERT INTO source_sketches (source_id, component_id) SELECT n.id, n.component_id FROM latter n ORDER BY n.id;
  RETURN NULL;
END
$$;

CREATE FUNCTION "want_sketches_of_changed_sources"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  UPDATE source_sketches k SET numbers = '{}' FROM latter n JOIN former o ON o.id = n.id
  WHERE k.source_id = n.id AND n.sources[1] IS DISTINCT FROM o.sources[1] AND k.numbers <> '{}';
  RETURN NULL;
END
$$;

CREATE TRIGGER "sketches_wanted" AFTER INSERT ON "source_units" REFERENCING NEW TABLE AS latter
  FOR EACH STATEMENT EXECUTE FUNCTION "want_sketches_of_new_sources"();
CREATE TRIGGER "sketches_stale" AFTER UPDATE ON "source_units" REFERENCING OLD TABLE AS former NEW TABLE AS latter
  FOR EACH STATEMENT EXECUTE FUNCTION "want_sketches_of_changed_sources"();

INSERT INTO source_sketches (source_id, component_id) SELECT id, component_id FROM source_units ORDER BY id;

ALTER TABLE "source_sketches" ADD CONSTRAINT "source_sketches_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_units"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "source_sketches_numbers_idx" ON "source_sketches" USING GIN ("numbers");

-- Texts whose sketches have to be made.
CREATE INDEX "source_sketches_waiting" ON "source_sketches" ("component_id", "source_id") WHERE "numbers" = '{}';
CREATE INDEX "memory_entries_unsketched" ON "memory_entries" ("target_language_id", "id") WHERE "sketch" = '{}';
