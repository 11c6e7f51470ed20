-- Activity by day and person, kept by whoever tallies the ledger. Reads the whole ledger once; the time was not measured.

-- CreateTable
CREATE TABLE "daily_activity" (
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "component_id" INTEGER NOT NULL,
    "language_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "action" SMALLINT NOT NULL,
    "lines" INTEGER NOT NULL,

    CONSTRAINT "daily_activity_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "daily_activity_component_id_day_idx" ON "daily_activity"("component_id", "day");

-- CreateIndex
CREATE INDEX "daily_activity_language_id_day_idx" ON "daily_activity"("language_id", "day");

-- CreateIndex
CREATE INDEX "daily_activity_user_id_day_idx" ON "daily_activity"("user_id", "day");

-- CreateIndex
CREATE INDEX "daily_activity_day_idx" ON "daily_activity"("day");

-- CreateIndex
CREATE UNIQUE INDEX "daily_activity_once" ON "daily_activity"("component_id", "language_id", "day", "user_id", "action") NULLS NOT DISTINCT;

ALTER TABLE "daily_activity" SET (fillfactor = 80);

-- What has been tallied already. Nobody tallies on meanwhile.
LOCK TABLE "change_boundaries" IN EXCLUSIVE MODE;
INSERT INTO "daily_activity" ("component_id", "language_id", "day", "user_id", "action", "lines")
SELECT "component_id", "language_id", ("at" AT TIME ZONE 'UTC')::date, coalesce("author_id", "user_id"), "action", count(*)::int
FROM "changes"
WHERE "component_id" IS NOT NULL AND "language_id" IS NOT NULL
  AND "tx" <= (SELECT b."tx" FROM "change_boundaries" b WHERE b."cluster" = (SELECT "system_identifier" FROM pg_control_system()))
GROUP BY 1, 2, 3, 4, 5;

ANALYZE "daily_activity";
