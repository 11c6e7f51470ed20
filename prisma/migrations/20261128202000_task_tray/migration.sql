-- People see the background tasks that they started on every page, until they have looked at how they ended.
alter table "tasks" add column "seen_at" timestamptz(6);
drop index "tasks_user_id_idx";
create index "tasks_user_id_finished_at_idx" on "tasks" ("user_id", "finished_at");
