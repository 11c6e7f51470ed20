-- CreateIndex
CREATE INDEX "units_translation_id_id_idx" ON "units"("translation_id", "id");
