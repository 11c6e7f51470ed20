-- Content changes in the six hours before the last one are counted when they happen, and no longer when they are asked for.
ALTER TABLE "counters" ADD COLUMN "recent" BIGINT NOT NULL DEFAULT 0;

UPDATE "counters" k SET "recent" = n."recent"
FROM (
  SELECT k."object_id", count(*) AS "recent" FROM "counters" k
  JOIN "changes" ch ON ch."translation_id" = k."object_id" AND ch."at" > coalesce(k."last_change", '-infinity') - INTERVAL '6 hours'
  WHERE k."scope" = 'translation' AND ch."action" IN (2, 5, 6, 7, 8, 9, 27, 30, 31, 32, 36, 37, 66, 76, 77, 79, 94)
  GROUP BY k."object_id"
) n
WHERE k."scope" = 'translation' AND k."object_id" = n."object_id";

WITH "placed" AS (
  SELECT k."recent", t."language_id", t."component_id", c."project_id", c."category_id" FROM "counters" k
  JOIN "translations" t ON t."id" = k."object_id" JOIN "components" c ON c."id" = t."component_id"
  WHERE k."scope" = 'translation' AND k."recent" > 0
), "shown" AS (
  SELECT "recent", "language_id", "project_id" FROM "placed"
  UNION ALL SELECT p."recent", p."language_id", l."project_id" FROM "placed" p JOIN "component_links" l ON l."component_id" = p."component_id"
), "above" AS (
  SELECT 'component' AS "scope", "component_id" AS "object_id", 0 AS "language_id", "recent" FROM "placed"
  UNION ALL SELECT 'category', k, 0, "recent" FROM "placed", unnest("category_chain"("category_id")) AS k
  UNION ALL SELECT 'project', "project_id", 0, "recent" FROM "shown"
  UNION ALL SELECT 'project-language', "project_id", "language_id", "recent" FROM "shown"
  UNION ALL SELECT 'language', "language_id", 0, "recent" FROM "placed"
  UNION ALL SELECT 'site', 0, 0, "recent" FROM "placed"
)
UPDATE "counters" k SET "recent" = n."recent"
FROM (SELECT "scope", "object_id", "language_id", sum("recent") AS "recent" FROM "above" GROUP BY 1, 2, 3) n
WHERE k."scope" = n."scope" AND k."object_id" = n."object_id" AND k."language_id" = n."language_id";
