-- Lists of changes are counted by sums of what has been tallied before, and no longer line by line.

-- CreateTable
CREATE TABLE "change_tallies" (
    "id" BIGSERIAL NOT NULL,
    "level" SMALLINT NOT NULL,
    "project_id" INTEGER,
    "component_id" INTEGER,
    "action" SMALLINT,
    "user_id" INTEGER,
    "translation_id" INTEGER,
    "language_id" INTEGER,
    "lines" BIGINT NOT NULL,

    CONSTRAINT "change_tallies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_boundaries" (
    "cluster" BIGINT NOT NULL,
    "tx" xid8 NOT NULL,

    CONSTRAINT "change_boundaries_pkey" PRIMARY KEY ("cluster")
);

-- Only the sums move, in place where there is room for it.
ALTER TABLE "change_tallies" SET (fillfactor = 80);

-- What the ledger holds already. Lines of a transaction that is still running may come: they stay behind the boundary.
INSERT INTO "change_boundaries" ("cluster", "tx")
SELECT "system_identifier", coalesce((
  SELECT "tx" FROM "changes" WHERE "tx" < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY "tx" DESC LIMIT 1), '0'::xid8)
FROM pg_control_system();

INSERT INTO "change_tallies" ("level", "project_id", "component_id", "action", "user_id", "translation_id", "language_id", "lines")
SELECT grouping("action") + grouping("user_id") + grouping("translation_id"), "project_id", "component_id", "action",
  CASE WHEN grouping("user_id") = 0 THEN "user_id" ELSE "owner_id" END, "translation_id", "language_id", count(*)
FROM (
  SELECT *, CASE WHEN "project_id" IS NULL AND "component_id" IS NULL THEN "user_id" END AS "owner_id" FROM "changes"
  WHERE "tx" <= (SELECT "tx" FROM "change_boundaries")
) lines
GROUP BY "project_id", "component_id", "owner_id", ROLLUP ("action", "user_id", ("translation_id", "language_id"));

-- CreateIndex
CREATE INDEX "change_tallies_component_id_level_idx" ON "change_tallies"("component_id", "level");

-- CreateIndex
CREATE INDEX "change_tallies_user_id_level_idx" ON "change_tallies"("user_id", "level");

-- CreateIndex
CREATE INDEX "change_tallies_translation_id_idx" ON "change_tallies"("translation_id");

-- CreateIndex
CREATE INDEX "change_tallies_language_id_idx" ON "change_tallies"("language_id");

-- CreateIndex
CREATE UNIQUE INDEX "change_tallies_once" ON "change_tallies"("level", "project_id", "component_id", "action", "user_id", "translation_id", "language_id") NULLS NOT DISTINCT;

ANALYZE "change_tallies";

-- Who takes lines out of the ledger by hand, past all that Loquat does, has it tallied anew.
CREATE FUNCTION "forget_tallies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM change_boundaries;
  RETURN NULL;
END
$$;
CREATE TRIGGER "changes_deleted" AFTER DELETE ON "changes" FOR EACH STATEMENT EXECUTE FUNCTION "forget_tallies"();
CREATE TRIGGER "changes_truncated" AFTER TRUNCATE ON "changes" FOR EACH STATEMENT EXECUTE FUNCTION "forget_tallies"();
