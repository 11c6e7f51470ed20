-- How often tokens are used, by the hour.
create table "token_calls" (
  "token_id" integer not null,
  "hour" timestamptz(6) not null,
  "calls" integer not null,
  constraint "token_calls_pkey" primary key ("token_id", "hour")
);
alter table "token_calls" add constraint "token_calls_token_id_fkey" foreign key ("token_id") references "api_tokens" ("id") on delete cascade on update cascade;
