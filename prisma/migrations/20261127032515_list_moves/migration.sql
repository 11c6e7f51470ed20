-- AlterTable
ALTER TABLE "file_snapshots" ADD COLUMN     "list_move" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "list_moves" (
    "id" SERIAL NOT NULL,
    "component_id" INTEGER NOT NULL,
    "moves" JSONB NOT NULL,

    CONSTRAINT "list_moves_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "list_moves_component_id_idx" ON "list_moves"("component_id");

-- AddForeignKey
ALTER TABLE "list_moves" ADD CONSTRAINT "list_moves_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;
