-- CreateTable
CREATE TABLE "scim_tokens" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),
    "last_client" TEXT NOT NULL DEFAULT '',
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "scim_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_accounts" (
    "user_id" INTEGER NOT NULL,
    "external_id" TEXT,
    "given_name" TEXT NOT NULL DEFAULT '',
    "family_name" TEXT NOT NULL DEFAULT '',
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(6),

    CONSTRAINT "scim_accounts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "scim_groups" (
    "team_id" INTEGER NOT NULL,
    "external_id" TEXT,

    CONSTRAINT "scim_groups_pkey" PRIMARY KEY ("team_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scim_tokens_hash_key" ON "scim_tokens"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "scim_accounts_external_id_key" ON "scim_accounts"("external_id");

-- CreateIndex
CREATE UNIQUE INDEX "scim_groups_external_id_key" ON "scim_groups"("external_id");

-- AddForeignKey
ALTER TABLE "scim_accounts" ADD CONSTRAINT "scim_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
