-- What people said of a string, and where it is seen, comes back with the string. It goes with it by foreign keys, whoever
-- removes it; so it is kept row by row, before its own votes go. What is kept already stays as it is: a whole language is
-- kept before it is removed.
CREATE FUNCTION "keep_attachment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  operation uuid := current_setting('loquat.operation');
BEGIN
  IF TG_TABLE_NAME = 'suggestions' THEN
    INSERT INTO operation_rows (operation_id, kind, row_id, row)
    VALUES (operation, 'suggestion', OLD.id, to_jsonb(OLD) || jsonb_build_object(
      'votes', (SELECT jsonb_agg(v) FROM votes v WHERE v.suggestion_id = OLD.id)))
    ON CONFLICT DO NOTHING;
  ELSIF TG_TABLE_NAME = 'comments' THEN
    INSERT INTO operation_rows (operation_id, kind, row_id, row) VALUES (operation, 'comment', OLD.id, to_jsonb(OLD))
    ON CONFLICT DO NOTHING;
  ELSE
    -- A string may be seen in several screenshots, and these have no id of their own.
    INSERT INTO operation_rows (operation_id, kind, row_id, row)
    VALUES (operation, 'screenshot-unit', hashtextextended(OLD.screenshot_id || ' ' || OLD.source_id, 0), to_jsonb(OLD))
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN OLD;
END
$$;

CREATE TRIGGER "suggestions_removed" BEFORE DELETE ON "suggestions" FOR EACH ROW
  WHEN (current_setting('loquat.operation', true) <> '') EXECUTE FUNCTION "keep_attachment"();
CREATE TRIGGER "comments_removed" BEFORE DELETE ON "comments" FOR EACH ROW
  WHEN (current_setting('loquat.operation', true) <> '') EXECUTE FUNCTION "keep_attachment"();
CREATE TRIGGER "screenshot_units_removed" BEFORE DELETE ON "screenshot_units" FOR EACH ROW
  WHEN (current_setting('loquat.operation', true) <> '') EXECUTE FUNCTION "keep_attachment"();
