-- Requests for a language, where only managers add one.
create table "language_requests" (
  "id" serial not null,
  "user_id" integer not null,
  "project_id" integer not null,
  "component_id" integer,
  "language_id" integer not null,
  "message" text not null default '',
  "created_at" timestamptz(6) not null default current_timestamp,
  "declined_at" timestamptz(6),
  "reason" text not null default '',
  constraint "language_requests_pkey" primary key ("id")
);
create index "language_requests_project_id_language_id_idx" on "language_requests" ("project_id", "language_id");
create index "language_requests_component_id_idx" on "language_requests" ("component_id");
create index "language_requests_language_id_idx" on "language_requests" ("language_id");
create unique index "language_requests_once" on "language_requests" ("user_id", "project_id", "component_id", "language_id") nulls not distinct;
alter table "language_requests" add constraint "language_requests_user_id_fkey" foreign key ("user_id") references "users" ("id") on delete cascade on update cascade;
alter table "language_requests" add constraint "language_requests_project_id_fkey" foreign key ("project_id") references "projects" ("id") on delete cascade on update cascade;
alter table "language_requests" add constraint "language_requests_component_id_fkey" foreign key ("component_id") references "components" ("id") on delete cascade on update cascade;
alter table "language_requests" add constraint "language_requests_language_id_fkey" foreign key ("language_id") references "languages" ("id") on delete cascade on update cascade;
