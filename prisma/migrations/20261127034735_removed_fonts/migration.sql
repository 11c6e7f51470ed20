-- CreateTable
CREATE TABLE "removed_fonts" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "row" JSONB NOT NULL,
    "file_key" TEXT,
    "user_id" INTEGER,
    "removed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "removed_fonts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "removed_fonts_project_id_removed_at_idx" ON "removed_fonts"("project_id", "removed_at");

-- CreateIndex
CREATE INDEX "removed_fonts_user_id_idx" ON "removed_fonts"("user_id");

-- CreateIndex
CREATE INDEX "removed_fonts_removed_at_idx" ON "removed_fonts"("removed_at");

-- AddForeignKey
ALTER TABLE "removed_fonts" ADD CONSTRAINT "removed_fonts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removed_fonts" ADD CONSTRAINT "removed_fonts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
