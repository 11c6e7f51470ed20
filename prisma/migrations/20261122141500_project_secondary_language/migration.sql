-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "secondary_language_id" INTEGER;

-- CreateIndex
CREATE INDEX "projects_secondary_language_id_idx" ON "projects"("secondary_language_id");

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_secondary_language_id_fkey" FOREIGN KEY ("secondary_language_id") REFERENCES "languages"("id") ON DELETE SET NULL ON UPDATE CASCADE;
