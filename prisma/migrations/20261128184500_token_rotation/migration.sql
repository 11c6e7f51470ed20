-- A token gets another key, and the one before works for a while longer.
alter table "api_tokens"
  add column "last_address" text not null default '',
  add column "old_hash" text,
  add column "old_last_four" text not null default '',
  add column "old_ends_at" timestamptz(6),
  add column "old_used_at" timestamptz(6);
create unique index "api_tokens_old_hash_key" on "api_tokens" ("old_hash");
