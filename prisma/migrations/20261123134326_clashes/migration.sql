-- Strings that people changed here and upstream to different texts, and which rule decides them.
ALTER TABLE "components" ADD COLUMN     "clash_rule" TEXT NOT NULL DEFAULT 'theirs';

-- CreateTable
CREATE TABLE "clashes" (
    "id" BIGSERIAL NOT NULL,
    "component_id" INTEGER NOT NULL,
    "translation_id" INTEGER NOT NULL,
    "unit_id" BIGINT,
    "context" TEXT NOT NULL,
    "sources" TEXT[],
    "kind" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "base_targets" TEXT[],
    "translator_targets" TEXT[],
    "translator_state" SMALLINT NOT NULL,
    "translator_id" INTEGER,
    "translator_name" TEXT NOT NULL,
    "translated_at" TIMESTAMPTZ(6) NOT NULL,
    "upstream_targets" TEXT[],
    "upstream_state" SMALLINT NOT NULL,
    "upstream_author_id" INTEGER,
    "upstream_author_name" TEXT NOT NULL DEFAULT '',
    "commit" TEXT NOT NULL,
    "committed_at" TIMESTAMPTZ(6),
    "left_targets" TEXT[],
    "left_state" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(6),
    "decision" TEXT,
    "decided_by" INTEGER,

    CONSTRAINT "clashes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "clashes_component_id_id_idx" ON "clashes"("component_id", "id");

-- CreateIndex
CREATE INDEX "clashes_translation_id_id_idx" ON "clashes"("translation_id", "id");

-- CreateIndex
CREATE INDEX "clashes_unit_id_idx" ON "clashes"("unit_id");

-- CreateIndex
CREATE INDEX "clashes_translator_id_idx" ON "clashes"("translator_id");

-- CreateIndex
CREATE INDEX "clashes_upstream_author_id_idx" ON "clashes"("upstream_author_id");

-- CreateIndex
CREATE INDEX "clashes_decided_by_idx" ON "clashes"("decided_by");

-- AddForeignKey
ALTER TABLE "clashes" ADD CONSTRAINT "clashes_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clashes" ADD CONSTRAINT "clashes_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clashes" ADD CONSTRAINT "clashes_unit_id_fkey" FOREIGN KEY ("unit_id") REFERENCES "units"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clashes" ADD CONSTRAINT "clashes_translator_id_fkey" FOREIGN KEY ("translator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clashes" ADD CONSTRAINT "clashes_upstream_author_id_fkey" FOREIGN KEY ("upstream_author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clashes" ADD CONSTRAINT "clashes_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
