-- Flags and labels of source strings that an operation changed, so that they can be taken back.
CREATE TABLE "operation_flags" (
    "operation_id" UUID NOT NULL,
    "source_id" BIGINT NOT NULL,
    "extra_flags" TEXT NOT NULL,
    "left_flags" TEXT NOT NULL,

    CONSTRAINT "operation_flags_pkey" PRIMARY KEY ("operation_id","source_id")
);

CREATE TABLE "operation_labels" (
    "operation_id" UUID NOT NULL,
    "source_id" BIGINT NOT NULL,
    "label_id" INTEGER NOT NULL,
    "added" BOOLEAN NOT NULL,

    CONSTRAINT "operation_labels_pkey" PRIMARY KEY ("operation_id","source_id","label_id")
);

-- A source string whose flags or labels an operation changed counts as one string of the source language. Strings that came
-- with the operation are no strings that it changed.
CREATE FUNCTION "count_operation_sources"("of" uuid, "kept" bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT count_operation_texts("of", array_agg(t.id))
  FROM unnest("kept") AS k(id) JOIN source_units s ON s.id = k.id JOIN translations t ON t.component_id = s.component_id AND t.is_source
  HAVING count(*) > 0
$$;

CREATE FUNCTION "keep_changed_flags"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  operation uuid := current_setting('loquat.operation');
  begun timestamptz := (SELECT created_at FROM operations WHERE id = operation);
  fresh bigint[];
BEGIN
  WITH kept AS (
    INSERT INTO operation_flags AS k (operation_id, source_id, extra_flags, left_flags)
    SELECT operation, o.id, o.extra_flags, n.extra_flags FROM former o JOIN latter n ON n.id = o.id
    WHERE o.extra_flags <> n.extra_flags AND o.created_at < begun
    ON CONFLICT (operation_id, source_id) DO UPDATE SET left_flags = excluded.left_flags
    RETURNING k.source_id, xmax = 0 AS is_fresh
  )
  SELECT array_agg(source_id) FILTER (WHERE is_fresh) INTO fresh FROM kept;
  IF fresh IS NOT NULL THEN PERFORM count_operation_sources(operation, fresh); END IF;
  RETURN NULL;
END
$$;

-- Labels of a string that is removed go with it: the string is counted already.
CREATE FUNCTION "keep_changed_labels"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  operation uuid := current_setting('loquat.operation');
  begun timestamptz := (SELECT created_at FROM operations WHERE id = operation);
  fresh bigint[];
BEGIN
  WITH kept AS (
    INSERT INTO operation_labels AS k (operation_id, source_id, label_id, added)
    SELECT operation, c.source_id, c.label_id, TG_OP = 'INSERT'
    FROM changed c LEFT JOIN source_units s ON s.id = c.source_id
    WHERE s.created_at < begun OR (s.id IS NULL AND TG_OP = 'DELETE')
    ON CONFLICT DO NOTHING RETURNING k.source_id
  )
  SELECT array_agg(DISTINCT kept.source_id) INTO fresh FROM kept
  WHERE NOT EXISTS (SELECT FROM operation_flags f WHERE f.operation_id = operation AND f.source_id = kept.source_id)
    AND NOT EXISTS (SELECT FROM operation_labels l WHERE l.operation_id = operation AND l.source_id = kept.source_id);
  IF fresh IS NOT NULL THEN PERFORM count_operation_sources(operation, fresh); END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "flags_changed" AFTER UPDATE ON "source_units" REFERENCING OLD TABLE AS former NEW TABLE AS latter
  FOR EACH STATEMENT WHEN (current_setting('loquat.operation', true) <> '') EXECUTE FUNCTION "keep_changed_flags"();
CREATE TRIGGER "labels_added" AFTER INSERT ON "source_unit_labels" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('loquat.operation', true) <> '') EXECUTE FUNCTION "keep_changed_labels"();
CREATE TRIGGER "labels_removed" AFTER DELETE ON "source_unit_labels" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT WHEN (current_setting('loquat.operation', true) <> '') EXECUTE FUNCTION "keep_changed_labels"();
