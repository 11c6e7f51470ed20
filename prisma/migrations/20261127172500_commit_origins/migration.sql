-- A commit that is made again on top of upstream is known by the first one that it was made from.
ALTER TABLE "local_commits" ADD COLUMN "origin" TEXT;
