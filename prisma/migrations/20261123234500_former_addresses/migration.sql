-- Addresses of projects, categories and components from before they were renamed or moved, so that old links still lead there.
CREATE TABLE "former_addresses" (
    "id" SERIAL NOT NULL,
    "holder_id" INTEGER,
    "path" TEXT NOT NULL,
    "project_id" INTEGER,
    "category_id" INTEGER,
    "component_id" INTEGER,

    CONSTRAINT "former_addresses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "former_addresses_target" CHECK (num_nonnulls("project_id", "category_id", "component_id") = 1)
);
CREATE UNIQUE INDEX "former_addresses_path" ON "former_addresses"("holder_id", "path") NULLS NOT DISTINCT;
CREATE INDEX "former_addresses_project_id_idx" ON "former_addresses"("project_id");
CREATE INDEX "former_addresses_category_id_idx" ON "former_addresses"("category_id");
CREATE INDEX "former_addresses_component_id_idx" ON "former_addresses"("component_id");
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_holder_id_fkey" FOREIGN KEY ("holder_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of several that stood at one address, the last one counts.
CREATE FUNCTION "keep_address"("holder" int, "was" text, "project" int, "category" int, "component" int) RETURNS void LANGUAGE sql AS $$
  INSERT INTO former_addresses (holder_id, path, project_id, category_id, component_id)
  VALUES ("holder", "was", "project", "category", "component")
  ON CONFLICT (holder_id, path) DO UPDATE
    SET project_id = excluded.project_id, category_id = excluded.category_id, component_id = excluded.component_id
$$;

CREATE FUNCTION "keep_project_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_address(NULL, OLD.slug, OLD.id, NULL, NULL);
  RETURN NULL;
END
$$;

CREATE FUNCTION "keep_category_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_address(OLD.project_id, concat_ws('/', nullif(category_path(OLD.parent_id), ''), OLD.slug), NULL, OLD.id, NULL);
  RETURN NULL;
END
$$;

CREATE FUNCTION "keep_component_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_address(OLD.project_id, concat_ws('/', nullif(category_path(OLD.category_id), ''), OLD.slug), NULL, NULL, OLD.id);
  RETURN NULL;
END
$$;

-- What is removed gives its slug away. What goes to another project inside of a category is found by the category.
CREATE TRIGGER "projects_renamed" AFTER UPDATE OF "slug" ON "projects" FOR EACH ROW
  WHEN (OLD.slug <> NEW.slug AND NEW.removed_at IS NULL) EXECUTE FUNCTION "keep_project_address"();
CREATE TRIGGER "categories_moved" AFTER UPDATE OF "slug", "parent_id", "project_id" ON "categories" FOR EACH ROW
  WHEN (NEW.removed_at IS NULL AND (OLD.slug <> NEW.slug OR OLD.parent_id IS DISTINCT FROM NEW.parent_id
    OR (OLD.parent_id IS NULL AND OLD.project_id <> NEW.project_id))) EXECUTE FUNCTION "keep_category_address"();
CREATE TRIGGER "components_moved" AFTER UPDATE OF "slug", "category_id", "project_id" ON "components" FOR EACH ROW
  WHEN (NEW.removed_at IS NULL AND (OLD.slug <> NEW.slug OR OLD.category_id IS DISTINCT FROM NEW.category_id
    OR (OLD.category_id IS NULL AND OLD.project_id <> NEW.project_id))) EXECUTE FUNCTION "keep_component_address"();
