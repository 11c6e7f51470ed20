-- Commits that upstream does not have, for every process that opens a working copy.
ALTER TABLE "repositories"
  ADD COLUMN "kept_head" TEXT,
  ADD COLUMN "kept_remote" TEXT;

CREATE TABLE "commit_bundles" (
  "repository_id" INTEGER NOT NULL,
  "bundle" INTEGER NOT NULL,
  "part" INTEGER NOT NULL,
  "content" BYTEA NOT NULL,
  CONSTRAINT "commit_bundles_pkey" PRIMARY KEY ("repository_id", "bundle", "part"),
  CONSTRAINT "commit_bundles_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- Bundles are compressed already.
ALTER TABLE "commit_bundles" ALTER COLUMN "content" SET STORAGE EXTERNAL;
