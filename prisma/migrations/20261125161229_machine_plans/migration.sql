-- AlterTable
ALTER TABLE "bulk_plans" ADD COLUMN "making" JSONB;

-- CreateTable
CREATE TABLE "bulk_proposals" (
    "plan_id" UUID NOT NULL,
    "unit_id" BIGINT NOT NULL,
    "version" INTEGER NOT NULL,
    "targets" TEXT[],
    "details" JSONB NOT NULL,

    CONSTRAINT "bulk_proposals_pkey" PRIMARY KEY ("plan_id","unit_id")
);

-- CreateTable
CREATE TABLE "machinery_usage" (
    "project_id" INTEGER NOT NULL,
    "month" DATE NOT NULL,
    "service" TEXT NOT NULL,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "characters" BIGINT NOT NULL DEFAULT 0,
    "tokens" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "machinery_usage_pkey" PRIMARY KEY ("project_id","month","service")
);

-- CreateTable
CREATE TABLE "machinery_limits" (
    "project_id" INTEGER NOT NULL,
    "characters" BIGINT,
    "tokens" BIGINT,

    CONSTRAINT "machinery_limits_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "bulk_proposals" ADD CONSTRAINT "bulk_proposals_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "bulk_plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machinery_usage" ADD CONSTRAINT "machinery_usage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "machinery_limits" ADD CONSTRAINT "machinery_limits_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
