-- What an operation changed of strings, so that it can be taken back.
CREATE TABLE "operation_texts" (
    "operation_id" UUID NOT NULL,
    "unit_id" BIGINT NOT NULL,
    "source_id" BIGINT NOT NULL,
    "translation_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "targets" TEXT[],
    "state" SMALLINT,
    "original_state" SMALLINT,
    "previous_source" TEXT NOT NULL DEFAULT '',
    "automatic" BOOLEAN NOT NULL DEFAULT false,
    "left_hash" BIGINT,
    "left_state" SMALLINT,
    "tx" xid8 NOT NULL DEFAULT ledger_tx(),

    CONSTRAINT "operation_texts_pkey" PRIMARY KEY ("operation_id","unit_id")
);
CREATE INDEX "operation_texts_operation_id_source_id_idx" ON "operation_texts"("operation_id", "source_id");

CREATE TABLE "operation_sources" (
    "operation_id" UUID NOT NULL,
    "source_id" BIGINT NOT NULL,
    "component_id" INTEGER NOT NULL,
    "row" JSONB NOT NULL,

    CONSTRAINT "operation_sources_pkey" PRIMARY KEY ("operation_id","source_id")
);

CREATE TABLE "operation_languages" (
    "operation_id" UUID NOT NULL,
    "translation_id" INTEGER NOT NULL,
    "component_id" INTEGER NOT NULL,
    "language_id" INTEGER NOT NULL,
    "strings" INTEGER NOT NULL,

    CONSTRAINT "operation_languages_pkey" PRIMARY KEY ("operation_id","translation_id")
);
CREATE INDEX "operation_languages_component_id_idx" ON "operation_languages"("component_id");

ALTER TABLE "whole_files" ADD COLUMN "operation_id" UUID;

-- How many strings of each language came to an operation: those of a statement, once each.
CREATE FUNCTION "count_operation_texts"("of" uuid, "kept" int[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO operation_languages AS l (operation_id, translation_id, component_id, language_id, strings)
  SELECT "of", t.id, t.component_id, t.language_id, count(*)
  FROM unnest("kept") AS k(id) JOIN translations t ON t.id = k.id GROUP BY t.id
  ON CONFLICT (operation_id, translation_id) DO UPDATE SET strings = l.strings + excluded.strings
$$;

-- A transaction says with the setting loquat.operation which operation it belongs to. What a string was before stays that
-- of its first change; what was left becomes that of its last one. Planned each time, for as many rows
-- as there are. Strings that came with the operation are no strings that it changed, unless they were told of as added.
CREATE FUNCTION "keep_changed_texts"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  operation uuid := current_setting('loquat.operation');
  begun timestamptz := (SELECT created_at FROM operations WHERE id = operation);
  fresh int[];
BEGIN
  WITH kept AS (
    INSERT INTO operation_texts AS k (operation_id, unit_id, source_id, translation_id, position, targets, state, original_state, previous_source, automatic, left_hash, left_state)
    SELECT operation, o.id, o.source_id, o.translation_id, o.position, o.targets, o.state, o.original_state, o.previous_source, o.automatic, hash_array_extended(n.targets, 0), n.state
    FROM former o JOIN latter n ON n.id = o.id
    WHERE (o.targets IS DISTINCT FROM n.targets OR o.state <> n.state)
      AND (o.created_at < begun OR EXISTS (SELECT FROM operation_texts a WHERE a.operation_id = operation AND a.unit_id = o.id))
    ON CONFLICT (operation_id, unit_id) DO UPDATE SET left_hash = excluded.left_hash, left_state = excluded.left_state, tx = excluded.tx
    RETURNING k.translation_id, xmax = 0 AS is_fresh
  )
  SELECT array_agg(translation_id) FILTER (WHERE is_fresh) INTO fresh FROM kept;
  IF fresh IS NOT NULL THEN PERFORM count_operation_texts(operation, fresh); END IF;
  RETURN NULL;
END
$$;

-- Strings that go together with their language are not kept: there is no place that they could come back to.
CREATE FUNCTION "keep_removed_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  operation uuid := current_setting('loquat.operation');
  begun timestamptz := (SELECT created_at FROM operations WHERE id = operation);
  fresh int[];
BEGIN
  WITH kept AS (
    INSERT INTO operation_texts AS k (operation_id, unit_id, source_id, translation_id, position, targets, state, original_state, previous_source, automatic)
    SELECT operation, o.id, o.source_id, o.translation_id, o.position, o.targets, o.state, o.original_state, o.previous_source, o.automatic
    FROM former o JOIN translations t ON t.id = o.translation_id
    WHERE o.created_at < begun OR EXISTS (SELECT FROM operation_texts a WHERE a.operation_id = operation AND a.unit_id = o.id)
    ON CONFLICT (operation_id, unit_id) DO UPDATE SET left_hash = NULL, left_state = NULL, tx = excluded.tx
    RETURNING k.translation_id, xmax = 0 AS is_fresh
  )
  SELECT array_agg(translation_id) FILTER (WHERE is_fresh) INTO fresh FROM kept;
  IF fresh IS NOT NULL THEN PERFORM count_operation_texts(operation, fresh); END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "keep_removed_sources"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO operation_sources (operation_id, source_id, component_id, row)
  SELECT current_setting('loquat.operation')::uuid, o.id, o.component_id, to_jsonb(o)
  FROM former o JOIN components c ON c.id = o.component_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER "units_changed" AFTER UPDATE ON "units" REFERENCING OLD TABLE AS former NEW TABLE AS latter
  FOR EACH STATEMENT WHEN (current_setting('loquat.operation', true) <> '') EXECUTE FUNCTION "keep_changed_texts"();
CREATE TRIGGER "units_removed" AFTER DELETE ON "units" REFERENCING OLD TABLE AS former
  FOR EACH STATEMENT WHEN (current_setting('loquat.operation', true) <> '') EXECUTE FUNCTION "keep_removed_texts"();
CREATE TRIGGER "sources_removed" AFTER DELETE ON "source_units" REFERENCING OLD TABLE AS former
  FOR EACH STATEMENT WHEN (current_setting('loquat.operation', true) <> '') EXECUTE FUNCTION "keep_removed_sources"();
