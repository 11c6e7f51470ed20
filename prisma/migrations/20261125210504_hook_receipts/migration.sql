-- CreateTable
CREATE TABLE "hook_receipts" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "service" TEXT NOT NULL,
    "event" TEXT NOT NULL DEFAULT '',
    "repository" TEXT NOT NULL DEFAULT '',
    "branch" TEXT NOT NULL DEFAULT '',
    "outcome" TEXT NOT NULL,
    "matched" BOOLEAN NOT NULL,
    "components" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "detail" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "hook_receipts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "hook_receipts_matched_id_idx" ON "hook_receipts"("matched", "id");
