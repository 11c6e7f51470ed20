-- What is said of the translation of a term.
ALTER TABLE "units" ADD COLUMN "explanation" TEXT NOT NULL DEFAULT '';
ALTER TABLE "pending_changes" ADD COLUMN "explanation" TEXT;
ALTER TABLE "operation_texts" ADD COLUMN "explanation" TEXT NOT NULL DEFAULT '';

-- As before, with what was said of the translation.
CREATE OR REPLACE FUNCTION "keep_changed_texts"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  operation uuid := current_setting('loquat.operation');
  begun timestamptz := (SELECT created_at FROM operations WHERE id = operation);
  fresh int[];
BEGIN
  WITH kept AS (
    INSERT INTO operation_texts AS k (operation_id, unit_id, source_id, translation_id, position, targets, state, original_state, previous_source, explanation, automatic, left_hash, left_state)
    SELECT operation, o.id, o.source_id, o.translation_id, o.position, o.targets, o.state, o.original_state, o.previous_source, o.explanation, o.automatic, hash_array_extended(n.targets, 0), n.state
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

CREATE OR REPLACE FUNCTION "keep_removed_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  operation uuid := current_setting('loquat.operation');
  begun timestamptz := (SELECT created_at FROM operations WHERE id = operation);
  fresh int[];
BEGIN
  WITH kept AS (
    INSERT INTO operation_texts AS k (operation_id, unit_id, source_id, translation_id, position, targets, state, original_state, previous_source, explanation, automatic)
    SELECT operation, o.id, o.source_id, o.translation_id, o.position, o.targets, o.state, o.original_state, o.previous_source, o.explanation, o.automatic
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
