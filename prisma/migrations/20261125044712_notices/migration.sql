-- CreateTable
CREATE TABLE "notices" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "notification" TEXT NOT NULL,
    "frequency" SMALLINT NOT NULL,
    "project_id" INTEGER,
    "component_id" INTEGER,
    "translation_id" INTEGER,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,
    "unmailed" INTEGER NOT NULL,
    "changes" BIGINT[],
    "last_at" TIMESTAMPTZ(6) NOT NULL,
    "done_at" TIMESTAMPTZ(6),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_links" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "email" TEXT NOT NULL DEFAULT '',
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "account_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "next_at" TIMESTAMPTZ(6),
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notices_user_id_day_id_idx" ON "notices"("user_id", "day", "id");

-- CreateIndex
CREATE INDEX "notices_project_id_idx" ON "notices"("project_id");

-- CreateIndex
CREATE INDEX "notices_component_id_idx" ON "notices"("component_id");

-- CreateIndex
CREATE INDEX "notices_translation_id_idx" ON "notices"("translation_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_links_hash_key" ON "account_links"("hash");

-- CreateIndex
CREATE INDEX "account_links_user_id_idx" ON "account_links"("user_id");

-- CreateIndex
CREATE INDEX "account_links_expires_at_idx" ON "account_links"("expires_at");

-- CreateIndex
CREATE INDEX "mails_user_id_idx" ON "mails"("user_id");

-- CreateIndex
CREATE INDEX "mails_created_at_idx" ON "mails"("created_at");

-- CreateIndex
CREATE INDEX "subscriptions_scope_notification_idx" ON "subscriptions"("scope", "notification");

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What waits to be sent.
CREATE INDEX "mails_waiting" ON "mails"("next_at") WHERE "next_at" IS NOT NULL;

-- One open row for each place, day and kind; what follows is added to it.
CREATE UNIQUE INDEX "notices_open" ON "notices"("user_id", "notification", "frequency", "day", "project_id", "component_id", "translation_id") NULLS NOT DISTINCT WHERE "done_at" IS NULL;

-- What no mail has told of yet.
CREATE INDEX "notices_unmailed" ON "notices"("frequency", "day", "user_id") WHERE "unmailed" > 0 AND "done_at" IS NULL;

-- Notices begin with what happens from now on.
INSERT INTO "settings" ("name", "value") VALUES ('notice-cursor', jsonb_build_object('tx', ledger_horizon()::text, 'id', '0'));
