-- Marks rank texts that share a number with another one before they are read. All sketches are made anew, in the background:
-- some minutes for a million; until then similar texts are found by trigrams.
ALTER TABLE "memory_entries" ADD COLUMN     "sketch_marks" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
UPDATE "memory_entries" SET "sketch" = '{}' WHERE "sketch" <> '{}';

ALTER TABLE "source_sketches" ADD COLUMN     "marks" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
TRUNCATE "source_sketches";
INSERT INTO "source_sketches" ("source_id", "component_id") SELECT "id", "component_id" FROM "source_units" ORDER BY "id";
