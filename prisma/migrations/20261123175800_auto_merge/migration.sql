-- Requests that their code host merges as soon as its rules allow.
ALTER TABLE "repositories" ADD COLUMN "auto_merge" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "host_requests" ADD COLUMN "automatic" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "host_requests" ADD COLUMN "merge_problem" TEXT NOT NULL DEFAULT '';
