-- Similar sources are found by sketches, which are made outside of the database: of new texts when they are written, of all
-- that are here already in the background, 200,000 a minute.
ALTER TABLE "memory_entries" ADD COLUMN     "sketch" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
ALTER TABLE "source_units" ADD COLUMN     "sketch" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

CREATE INDEX "memory_entries_sketch_idx" ON "memory_entries" USING GIN ("sketch");
CREATE INDEX "source_units_sketch_idx" ON "source_units" USING GIN ("sketch");

-- Texts whose sketches have to be made.
CREATE INDEX "memory_entries_unsketched" ON "memory_entries" ("id") WHERE coalesce(cardinality("sketch"), 0) = 0;
CREATE INDEX "source_units_unsketched" ON "source_units" ("id") WHERE coalesce(cardinality("sketch"), 0) = 0;
