-- AlterTable
ALTER TABLE "components" ADD COLUMN     "inherited" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "component_defaults" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER,
    "category_id" INTEGER,
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "component_defaults_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "component_defaults_category_id_idx" ON "component_defaults"("category_id");

-- CreateIndex
CREATE UNIQUE INDEX "component_defaults_place" ON "component_defaults"("project_id", "category_id", "name") NULLS NOT DISTINCT;

-- AddForeignKey
ALTER TABLE "component_defaults" ADD CONSTRAINT "component_defaults_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_defaults" ADD CONSTRAINT "component_defaults_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A category is in one project already.
ALTER TABLE "component_defaults" ADD CONSTRAINT "component_defaults_scope" CHECK ("project_id" IS NULL OR "category_id" IS NULL);
