-- The table of a project's components reads the first hundred of five thousand in their order, and counts them all.
create index "components_in_order" on "components" ("project_id", lower("name"), "id") where "removed_at" is null;
