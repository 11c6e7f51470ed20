-- The forms of a string as one text, U+001E between them. An index needs an immutable function, which array_to_string is
-- for texts, but not for all that it takes.
CREATE FUNCTION "search_forms"("forms" text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN array_to_string("forms", E'\x1e');
END $$;

-- A text anywhere in another, as a pattern of LIKE that means nothing but itself.
CREATE FUNCTION "search_pattern"("text" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace("text", '([\\%_])', '\\\1', 'g') || '%'
$$;
