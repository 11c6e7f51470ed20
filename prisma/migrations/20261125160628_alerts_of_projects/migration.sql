-- AlterTable
ALTER TABLE "alerts" ADD COLUMN     "project_id" INTEGER,
ADD COLUMN     "snoozed_until" DATE,
ALTER COLUMN "component_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "link_probes" (
    "scope" TEXT NOT NULL,
    "object_id" INTEGER NOT NULL,
    "setting" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT NOT NULL DEFAULT '',
    "checked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "link_probes_pkey" PRIMARY KEY ("scope","object_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "alerts_project_id_kind_key" ON "alerts"("project_id", "kind");

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "alerts" ADD CONSTRAINT "alerts_place" CHECK (num_nonnulls("component_id", "project_id") = 1);

-- A document that was uploaded is a whole component: nothing in it is to match the file mask.
DELETE FROM "alerts" USING "components", "repositories"
WHERE "components"."id" = "alerts"."component_id" AND "repositories"."id" = "components"."repository_id"
  AND "repositories"."vcs" = 'local' AND "alerts"."kind" = 'NoMaskMatches';
