-- CreateTable
CREATE TABLE "settings_saves" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" INTEGER,
    "cause" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "object_id" INTEGER,
    "subject" TEXT NOT NULL DEFAULT '',
    "project_id" INTEGER,
    "category_id" INTEGER,
    "component_id" INTEGER,
    "language_id" INTEGER,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "masked" TEXT[],
    "operation_id" UUID,
    "reverts" BIGINT,
    "copied_from" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "settings_saves_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "settings_saves_component_id_id_idx" ON "settings_saves"("component_id", "id");

-- CreateIndex
CREATE INDEX "settings_saves_project_id_id_idx" ON "settings_saves"("project_id", "id");

-- CreateIndex
CREATE INDEX "settings_saves_category_id_id_idx" ON "settings_saves"("category_id", "id");

-- CreateIndex
CREATE INDEX "settings_saves_language_id_idx" ON "settings_saves"("language_id");

-- CreateIndex
CREATE INDEX "settings_saves_user_id_idx" ON "settings_saves"("user_id");

-- AddForeignKey
ALTER TABLE "settings_saves" ADD CONSTRAINT "settings_saves_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settings_saves" ADD CONSTRAINT "settings_saves_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settings_saves" ADD CONSTRAINT "settings_saves_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settings_saves" ADD CONSTRAINT "settings_saves_language_id_fkey" FOREIGN KEY ("language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A save is of one place, or of the whole installation, whose list has an index of its own.
ALTER TABLE "settings_saves" ADD CONSTRAINT "settings_saves_place" CHECK (num_nonnulls("project_id", "category_id", "component_id") <= 1);
CREATE INDEX "settings_saves_site" ON "settings_saves"("id") WHERE "project_id" IS NULL AND "category_id" IS NULL AND "component_id" IS NULL;
