-- Addresses without what lets somebody in; the whole address is kept sealed. Rows are moved at the next start.
ALTER TABLE "repositories"
  ADD COLUMN "push_secret" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "url_secret" TEXT NOT NULL DEFAULT '';
