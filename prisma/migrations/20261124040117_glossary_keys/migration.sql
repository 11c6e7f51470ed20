-- Keys under which the terms of glossaries are found in texts. They are made outside of the database: a key "" says that a
-- term waits for it. Triggers set it, so that no writer of strings can forget.
CREATE TABLE "glossary_keys" (
    "source_id" BIGINT NOT NULL,
    "component_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "glossary_keys_pkey" PRIMARY KEY ("source_id","key")
);

CREATE INDEX "glossary_keys_component_id_key_idx" ON "glossary_keys"("component_id", "key");

ALTER TABLE "glossary_keys" ADD CONSTRAINT "glossary_keys_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A mark that is there already is written once more: whoever makes the keys at this moment waits, and reads the new text.
CREATE FUNCTION "want_keys_of_new_terms"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  INSERT INTO glossary_keys AS k (source_id, component_id, key)
  SELECT n.id, n.component_id, '' FROM latter n JOIN components c ON c.id = n.component_id AND c.is_glossary ORDER BY n.id
  ON CONFLICT (source_id, key) DO UPDATE SET component_id = excluded.component_id;
  RETURN NULL;
END
$$;

CREATE FUNCTION "want_keys_of_changed_terms"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  INSERT INTO glossary_keys AS k (source_id, component_id, key)
  SELECT n.id, n.component_id, '' FROM latter n JOIN components c ON c.id = n.component_id AND c.is_glossary JOIN former o ON o.id = n.id
  WHERE n.sources <> o.sources OR n.flags <> o.flags OR n.extra_flags <> o.extra_flags ORDER BY n.id
  ON CONFLICT (source_id, key) DO UPDATE SET component_id = excluded.component_id;
  RETURN NULL;
END
$$;

CREATE FUNCTION "want_keys_of_glossary"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO glossary_keys AS k (source_id, component_id, key)
  SELECT s.id, s.component_id, '' FROM source_units s WHERE s.component_id = NEW.id ORDER BY s.id
  ON CONFLICT (source_id, key) DO UPDATE SET component_id = excluded.component_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER "terms_added" AFTER INSERT ON "source_units" REFERENCING NEW TABLE AS latter
  FOR EACH STATEMENT EXECUTE FUNCTION "want_keys_of_new_terms"();
CREATE TRIGGER "terms_changed" AFTER UPDATE ON "source_units" REFERENCING OLD TABLE AS former NEW TABLE AS latter
  FOR EACH STATEMENT EXECUTE FUNCTION "want_keys_of_changed_terms"();
CREATE TRIGGER "glossary_made" AFTER UPDATE OF "is_glossary", "source_language_id" ON "components" FOR EACH ROW
  WHEN (NEW.is_glossary AND (NOT OLD.is_glossary OR NEW.source_language_id <> OLD.source_language_id))
  EXECUTE FUNCTION "want_keys_of_glossary"();

-- Glossaries that are there already.
INSERT INTO glossary_keys (source_id, component_id, key)
SELECT s.id, s.component_id, '' FROM source_units s JOIN components c ON c.id = s.component_id AND c.is_glossary;
