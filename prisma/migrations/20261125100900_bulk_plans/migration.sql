-- CreateTable
CREATE TABLE "operation_findings" (
    "operation_id" UUID NOT NULL,
    "unit_id" BIGINT NOT NULL,
    "check" TEXT NOT NULL,
    "dismissed" BOOLEAN NOT NULL,

    CONSTRAINT "operation_findings_pkey" PRIMARY KEY ("operation_id","unit_id","check")
);

-- CreateTable
CREATE TABLE "bulk_plans" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "path" TEXT NOT NULL,
    "wish" JSONB NOT NULL,
    "unit_ids" BIGINT[],
    "versions" INTEGER[],
    "chosen" BIGINT[],
    "kept_out" BIGINT[],
    "counts" JSONB NOT NULL,
    "task_id" UUID,
    "progress" JSONB,

    CONSTRAINT "bulk_plans_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bulk_plans_user_id_created_at_idx" ON "bulk_plans"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "bulk_plans_created_at_idx" ON "bulk_plans"("created_at");
