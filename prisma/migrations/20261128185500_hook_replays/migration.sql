-- Notifications of code hosts can be handled again.
alter table "hook_receipts"
  add column "push" jsonb,
  add column "replay_of" bigint,
  add column "replayed_by" integer;
create index "hook_receipts_replayed_by_idx" on "hook_receipts" ("replayed_by");
alter table "hook_receipts" add constraint "hook_receipts_replayed_by_fkey" foreign key ("replayed_by") references "users" ("id") on delete set null on update cascade;
