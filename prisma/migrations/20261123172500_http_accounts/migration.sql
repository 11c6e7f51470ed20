-- Accounts that repositories are reached with over HTTP.
CREATE TABLE "http_accounts" (
  "id" SERIAL NOT NULL,
  "place" TEXT NOT NULL,
  "username" TEXT NOT NULL,
  "password" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "http_accounts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "http_accounts_place_key" ON "http_accounts" ("place");
