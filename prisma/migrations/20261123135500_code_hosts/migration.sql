-- Accounts of ours at code hosts, and the requests that are opened there.
CREATE TABLE "code_hosts" (
  "id" SERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "host" TEXT NOT NULL,
  "api" TEXT NOT NULL,
  "username" TEXT NOT NULL,
  "token" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "code_hosts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "code_hosts_kind_host_key" ON "code_hosts" ("kind", "host");

CREATE TABLE "host_requests" (
  "repository_id" INTEGER NOT NULL,
  "source" TEXT NOT NULL,
  "address" TEXT NOT NULL DEFAULT '',
  "branch" TEXT NOT NULL,
  "number" TEXT NOT NULL,
  "url" TEXT NOT NULL DEFAULT '',
  "state" TEXT NOT NULL DEFAULT 'open',
  "title" TEXT NOT NULL DEFAULT '',
  "text" TEXT NOT NULL DEFAULT '',
  "newest_change" BIGINT NOT NULL DEFAULT 0,
  "other_commits" INTEGER NOT NULL DEFAULT 0,
  "checked_at" TIMESTAMPTZ(6),
  CONSTRAINT "host_requests_pkey" PRIMARY KEY ("repository_id"),
  CONSTRAINT "host_requests_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
