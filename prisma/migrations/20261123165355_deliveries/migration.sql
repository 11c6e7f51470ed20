-- Messages of add-ons to other services, and how sending them went.
CREATE TABLE "deliveries" (
    "id" BIGSERIAL NOT NULL,
    "addon_id" INTEGER NOT NULL,
    "message_id" TEXT NOT NULL,
    "action" INTEGER,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "next_at" TIMESTAMPTZ(6),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "tries" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "deliveries_addon_id_id_idx" ON "deliveries"("addon_id", "id");

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_addon_id_fkey" FOREIGN KEY ("addon_id") REFERENCES "addons"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Those that are still to be sent.
CREATE INDEX "deliveries_due" ON "deliveries" ("addon_id", "id") WHERE "next_at" IS NOT NULL;
