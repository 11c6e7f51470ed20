-- Words beside the lines of activity, kept by whoever tallies the ledger. Reads the whole ledger once.

-- AlterTable
ALTER TABLE "daily_activity" ADD COLUMN     "words" INTEGER NOT NULL DEFAULT 0;

-- What has been tallied already, with the words that the strings have now. Nobody tallies on meanwhile.
LOCK TABLE "change_boundaries" IN EXCLUSIVE MODE;
UPDATE "daily_activity" d SET "words" = told."words"
FROM (
  SELECT ch."component_id", ch."language_id", (ch."at" AT TIME ZONE 'UTC')::date AS "day", coalesce(ch."author_id", ch."user_id") AS "user_id",
    ch."action", sum(s."num_words")::int AS "words"
  FROM "changes" ch JOIN "units" u ON u."id" = ch."unit_id" JOIN "source_units" s ON s."id" = u."source_id"
  WHERE ch."component_id" IS NOT NULL AND ch."language_id" IS NOT NULL AND ch."action" IN (2, 5, 6, 7, 8, 9, 27, 30, 31, 32, 36, 37, 66, 76, 77, 79, 94)
    AND ch."tx" <= (SELECT b."tx" FROM "change_boundaries" b WHERE b."cluster" = (SELECT "system_identifier" FROM pg_control_system()))
  GROUP BY 1, 2, 3, 4, 5) AS told
WHERE d."component_id" = told."component_id" AND d."language_id" = told."language_id" AND d."day" = told."day"
  AND d."user_id" IS NOT DISTINCT FROM told."user_id" AND d."action" = told."action";
