-- Runs with priority go ahead of others that are due; a job has the priority of its run.
ALTER TABLE "engine_runs" ADD COLUMN "priority" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "engine_jobs" ADD COLUMN "priority" INTEGER NOT NULL DEFAULT 0;
