-- CreateTable
CREATE TABLE "unlinked_units" (
    "unit_id" BIGINT NOT NULL,
    "user_id" INTEGER,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unlinked_units_pkey" PRIMARY KEY ("unit_id")
);

-- CreateIndex
CREATE INDEX "unlinked_units_user_id_idx" ON "unlinked_units"("user_id");

-- AddForeignKey
ALTER TABLE "unlinked_units" ADD CONSTRAINT "unlinked_units_unit_id_fkey" FOREIGN KEY ("unit_id") REFERENCES "units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unlinked_units" ADD CONSTRAINT "unlinked_units_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
