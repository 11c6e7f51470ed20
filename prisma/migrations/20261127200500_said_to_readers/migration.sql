-- What merges, code hosts and steps of tasks say, as messages that readers of other languages are told.
ALTER TABLE "repositories" ADD COLUMN "merge_failure_said" JSONB;
ALTER TABLE "host_requests" ADD COLUMN "merge_problem_said" JSONB;
ALTER TABLE "task_lines" ADD COLUMN "said" JSONB;
