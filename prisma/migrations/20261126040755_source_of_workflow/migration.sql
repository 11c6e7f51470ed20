-- AlterTable
ALTER TABLE "language_workflows" ADD COLUMN     "source_language_id" INTEGER;

-- CreateIndex
CREATE INDEX "language_workflows_source_language_id_idx" ON "language_workflows"("source_language_id");

-- AddForeignKey
ALTER TABLE "language_workflows" ADD CONSTRAINT "language_workflows_source_language_id_fkey" FOREIGN KEY ("source_language_id") REFERENCES "languages"("id") ON DELETE SET NULL ON UPDATE CASCADE;
