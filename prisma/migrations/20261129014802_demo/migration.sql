-- Which project of the demo a project is. The table is small.
alter table "projects" add column "demo" text;

-- The demo that has been made already, known by where its repositories lie.
update "projects" p set "demo" = p."slug"
where p."removed_at" is null and p."slug" in ('orchard', 'loquat') and exists (
  select from "components" c join "repositories" r on r."id" = c."repository_id"
  where c."project_id" = p."id" and r."url" ~ '^/.*/demo/(desktop|website|phone|interface)\.git$');

insert into "settings" ("name", "value")
select 'demo-made', 'true' where exists (select from "projects" where "demo" is not null);

create unique index "projects_demo_key" on "projects"("demo");
