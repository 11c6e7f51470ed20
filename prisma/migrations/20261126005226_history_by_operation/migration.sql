-- DropIndex
DROP INDEX "changes_operation_id_idx";

-- CreateIndex
CREATE INDEX "changes_operation_id_at_idx" ON "changes"("operation_id", "at");
