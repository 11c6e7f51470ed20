-- AlterTable
ALTER TABLE "components" ADD COLUMN     "rules_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "fonts" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "family" TEXT NOT NULL,
    "style" TEXT NOT NULL,
    "weight" INTEGER NOT NULL,
    "file_key" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "characters" INTEGER NOT NULL,
    "metrics" JSONB NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fonts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "font_groups" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "font_id" INTEGER NOT NULL,

    CONSTRAINT "font_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "font_group_languages" (
    "group_id" INTEGER NOT NULL,
    "language_id" INTEGER NOT NULL,
    "font_id" INTEGER NOT NULL,

    CONSTRAINT "font_group_languages_pkey" PRIMARY KEY ("group_id","language_id")
);

-- CreateIndex
CREATE INDEX "fonts_user_id_idx" ON "fonts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "fonts_project_id_family_style_key" ON "fonts"("project_id", "family", "style");

-- CreateIndex
CREATE INDEX "font_groups_font_id_idx" ON "font_groups"("font_id");

-- CreateIndex
CREATE UNIQUE INDEX "font_groups_project_id_name_key" ON "font_groups"("project_id", "name");

-- CreateIndex
CREATE INDEX "font_group_languages_language_id_idx" ON "font_group_languages"("language_id");

-- CreateIndex
CREATE INDEX "font_group_languages_font_id_idx" ON "font_group_languages"("font_id");

-- AddForeignKey
ALTER TABLE "fonts" ADD CONSTRAINT "fonts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fonts" ADD CONSTRAINT "fonts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "font_groups" ADD CONSTRAINT "font_groups_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "font_groups" ADD CONSTRAINT "font_groups_font_id_fkey" FOREIGN KEY ("font_id") REFERENCES "fonts"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "font_group_languages" ADD CONSTRAINT "font_group_languages_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "font_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "font_group_languages" ADD CONSTRAINT "font_group_languages_language_id_fkey" FOREIGN KEY ("language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "font_group_languages" ADD CONSTRAINT "font_group_languages_font_id_fkey" FOREIGN KEY ("font_id") REFERENCES "fonts"("id") ON DELETE NO ACTION ON UPDATE CASCADE;
