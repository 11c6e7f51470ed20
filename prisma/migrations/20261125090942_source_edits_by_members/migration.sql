-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "source_edits_by_members" BOOLEAN NOT NULL DEFAULT false;

-- Translations whose source was edited: few among all, and looked for by component.
CREATE INDEX "units_behind_source" ON "units" ("translation_id", "source_id") WHERE "previous_source" <> '';
