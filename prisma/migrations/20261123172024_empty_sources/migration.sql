-- Keys without a text in the base file are no strings any more. Where there are such rows, the base file is read again by
-- the next pull, which removes them; 1,000,000 source strings take a second to look through.
UPDATE "file_snapshots" SET "blob" = ''
FROM "translations" t JOIN "components" c ON c."id" = t."component_id"
WHERE t."id" = "file_snapshots"."translation_id" AND t."is_source" AND c."template" <> ''
  AND EXISTS (SELECT FROM "source_units" s WHERE s."component_id" = c."id" AND array_to_string(s."sources", '') = '');
