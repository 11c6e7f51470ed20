-- CreateTable
CREATE TABLE "waiting_checks" (
    "id" BIGSERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "component_id" INTEGER,
    "unit_id" BIGINT,
    "language_id" INTEGER,
    "content_hash" BIGINT,
    "text_hash" BIGINT,

    CONSTRAINT "waiting_checks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "waiting_checks_project_id_id_idx" ON "waiting_checks"("project_id", "id");

-- Strings by their texts, for the check of translations that stand for several sources; empty strings are left out. The
-- first look at a full database takes about 3 s for 1,000,000 strings.
CREATE INDEX "units_text_idx" ON "units" (hash_array_extended("targets", 0), "translation_id") WHERE "state" <> 0;

-- Findings of checks that look at other strings or at the calendar: few, and looked at again every night.
CREATE INDEX "findings_related_idx" ON "findings" ("unit_id")
  WHERE "check" IN ('inconsistent', 'reused', 'translated', 'multiple_failures', 'long_untranslated');
