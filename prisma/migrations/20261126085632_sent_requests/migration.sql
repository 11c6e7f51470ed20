-- CreateTable
CREATE TABLE "sent_requests" (
    "id" BIGSERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "component_id" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "user_id" INTEGER,
    "service" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "address" TEXT NOT NULL,
    "parts" JSONB NOT NULL,
    "cut" BOOLEAN NOT NULL DEFAULT false,
    "unit_ids" BIGINT[],

    CONSTRAINT "sent_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sent_requests_project_id_id_idx" ON "sent_requests"("project_id", "id");

-- CreateIndex
CREATE INDEX "sent_requests_component_id_idx" ON "sent_requests"("component_id");

-- CreateIndex
CREATE INDEX "sent_requests_user_id_idx" ON "sent_requests"("user_id");

-- CreateIndex
CREATE INDEX "sent_requests_at_idx" ON "sent_requests"("at");

-- AddForeignKey
ALTER TABLE "sent_requests" ADD CONSTRAINT "sent_requests_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sent_requests" ADD CONSTRAINT "sent_requests_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sent_requests" ADD CONSTRAINT "sent_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
