-- Variants of strings: which keys are equal without what the component's expression matches, and which source text a flag
-- `variants` names. Both are worked out outside of the database, where expressions cannot take time; triggers say what waits
-- for it, so that no writer of strings, flags or expressions can forget.
-- CreateTable
CREATE TABLE "string_variants" (
    "source_id" BIGINT NOT NULL,
    "component_id" INTEGER NOT NULL,
    "waiting" INTEGER NOT NULL DEFAULT 1,
    "key_group" BIGINT,
    "shortened" BOOLEAN NOT NULL DEFAULT false,
    "named" TEXT,

    CONSTRAINT "string_variants_pkey" PRIMARY KEY ("source_id")
);

-- CreateTable
CREATE TABLE "waiting_variants" (
    "component_id" INTEGER NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "waiting_variants_pkey" PRIMARY KEY ("component_id")
);

-- AddForeignKey
ALTER TABLE "string_variants" ADD CONSTRAINT "string_variants_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_units"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waiting_variants" ADD CONSTRAINT "waiting_variants_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "string_variants_waiting" ON "string_variants" ("source_id") WHERE "waiting" > 0;
CREATE INDEX "string_variants_keys" ON "string_variants" ("component_id", "key_group") WHERE "key_group" IS NOT NULL;
CREATE INDEX "string_variants_named" ON "string_variants" ("component_id", hashtextextended("named", 0)) WHERE "named" IS NOT NULL;
-- A plural string is named by its singular; other strings are found by `source_units_text`.
CREATE INDEX "source_units_singular" ON "source_units" ("component_id", hashtextextended("sources"[1], 0)) WHERE cardinality("sources") > 1;
-- It was for searches, which read string_variants now.
DROP INDEX "source_units_variants";

CREATE FUNCTION "group_new_variants"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  INSERT INTO string_variants AS v (source_id, component_id)
  SELECT n.id, n.component_id FROM latter n JOIN components c ON c.id = n.component_id JOIN projects p ON p.id = c.project_id
  WHERE c.variant_regex <> '' OR n.flags LIKE '%variants%' OR n.extra_flags LIKE '%variants%'
    OR c.check_flags LIKE '%variants%' OR p.check_flags LIKE '%variants%' ORDER BY n.id
  ON CONFLICT (source_id) DO UPDATE SET waiting = v.waiting + 1;
  RETURN NULL;
END
$$;

CREATE FUNCTION "group_changed_variants"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  INSERT INTO string_variants AS v (source_id, component_id)
  SELECT n.id, n.component_id FROM latter n JOIN former o ON o.id = n.id JOIN components c ON c.id = n.component_id
  WHERE (n.context <> o.context AND c.variant_regex <> '')
    OR ((n.flags <> o.flags OR n.extra_flags <> o.extra_flags)
      AND concat(o.flags, o.extra_flags, n.flags, n.extra_flags) LIKE '%variants%') ORDER BY n.id
  ON CONFLICT (source_id) DO UPDATE SET waiting = v.waiting + 1;
  RETURN NULL;
END
$$;

CREATE TRIGGER "variants_added" AFTER INSERT ON "source_units" REFERENCING NEW TABLE AS latter
  FOR EACH STATEMENT EXECUTE FUNCTION "group_new_variants"();
CREATE TRIGGER "variants_changed" AFTER UPDATE ON "source_units" REFERENCING OLD TABLE AS former NEW TABLE AS latter
  FOR EACH STATEMENT EXECUTE FUNCTION "group_changed_variants"();

CREATE FUNCTION "regroup_component"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_variants AS w (component_id) VALUES (NEW.id) ON CONFLICT (component_id) DO UPDATE SET round = w.round + 1;
  RETURN NULL;
END
$$;

CREATE FUNCTION "regroup_project"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_variants AS w (component_id) SELECT c.id FROM components c WHERE c.project_id = NEW.id ORDER BY c.id
  ON CONFLICT (component_id) DO UPDATE SET round = w.round + 1;
  RETURN NULL;
END
$$;

CREATE TRIGGER "variants_of_component" AFTER UPDATE OF "variant_regex", "check_flags", "project_id" ON "components" FOR EACH ROW
  WHEN (NEW.variant_regex <> OLD.variant_regex OR NEW.project_id <> OLD.project_id
    OR (NEW.check_flags <> OLD.check_flags AND concat(OLD.check_flags, NEW.check_flags) LIKE '%variants%'))
  EXECUTE FUNCTION "regroup_component"();
CREATE TRIGGER "variants_of_project" AFTER UPDATE OF "check_flags" ON "projects" FOR EACH ROW
  WHEN (NEW.check_flags <> OLD.check_flags AND concat(OLD.check_flags, NEW.check_flags) LIKE '%variants%')
  EXECUTE FUNCTION "regroup_project"();

-- What is there already; the strings of components follow in the background, a minute for a million.
INSERT INTO waiting_variants (component_id)
SELECT c.id FROM components c JOIN projects p ON p.id = c.project_id
WHERE c.variant_regex <> '' OR c.check_flags LIKE '%variants%' OR p.check_flags LIKE '%variants%';
INSERT INTO string_variants (source_id, component_id)
SELECT s.id, s.component_id FROM source_units s WHERE s.flags LIKE '%variants%' OR s.extra_flags LIKE '%variants%' ORDER BY s.id;
