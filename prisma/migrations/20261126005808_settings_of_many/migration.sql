-- CreateTable
CREATE TABLE "operation_settings" (
    "operation_id" UUID NOT NULL,
    "component_id" INTEGER NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,

    CONSTRAINT "operation_settings_pkey" PRIMARY KEY ("operation_id","component_id")
);

-- CreateTable
CREATE TABLE "settings_plans" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "path" TEXT NOT NULL,
    "wish" JSONB NOT NULL,
    "version" TEXT NOT NULL,
    "operation_id" UUID,

    CONSTRAINT "settings_plans_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "operation_settings_component_id_idx" ON "operation_settings"("component_id");

-- CreateIndex
CREATE INDEX "settings_plans_created_at_idx" ON "settings_plans"("created_at");
