-- Most components stand in no category: a wrapper that the planner can inline spares them the call of a function.
ALTER FUNCTION "category_path"(int) RENAME TO "category_path_of";
CREATE FUNCTION "category_path"("start" int) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN "start" IS NULL THEN '' ELSE "category_path_of"("start") END
$$;
