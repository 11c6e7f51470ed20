-- The ledger stays append-only but for one thing: when two accounts turn out to be one person, the lines of one are the
-- other's. Whoever merges says so for the transaction, and nothing but whose a line is may change.
CREATE OR REPLACE FUNCTION "changes_are_final"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "merge" text[] := string_to_array(current_setting('loquat.accounts_merge', true), '>');
BEGIN
  IF cardinality("merge") = 2
    AND to_jsonb(NEW) - 'user_id' - 'author_id' = to_jsonb(OLD) - 'user_id' - 'author_id'
    AND (NEW.user_id IS NOT DISTINCT FROM OLD.user_id OR (OLD.user_id = "merge"[1]::int AND NEW.user_id = "merge"[2]::int))
    AND (NEW.author_id IS NOT DISTINCT FROM OLD.author_id OR (OLD.author_id = "merge"[1]::int AND NEW.author_id = "merge"[2]::int))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The ledger is append-only.' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
