-- DropForeignKey
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_unit_id_fkey";

-- AlterTable
ALTER TABLE "drafts" ADD COLUMN     "component_id" INTEGER,
ADD COLUMN     "language_id" INTEGER,
ADD COLUMN     "sources" TEXT[];
UPDATE "drafts" d SET "component_id" = t."component_id", "language_id" = t."language_id", "sources" = s."sources"
  FROM "units" u JOIN "translations" t ON t."id" = u."translation_id" JOIN "source_units" s ON s."id" = u."source_id"
  WHERE u."id" = d."unit_id";
ALTER TABLE "drafts" ALTER COLUMN "component_id" SET NOT NULL, ALTER COLUMN "language_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "drafts_component_id_idx" ON "drafts"("component_id");

-- CreateIndex
CREATE INDEX "drafts_language_id_idx" ON "drafts"("language_id");

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_language_id_fkey" FOREIGN KEY ("language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
