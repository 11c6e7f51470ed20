-- When a comment was edited, whom it names, and whether it tells of a problem with the source. No row is rewritten.
ALTER TABLE "comments" ADD COLUMN     "edited_at" TIMESTAMPTZ(6),
ADD COLUMN     "mentions" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "report" BOOLEAN NOT NULL DEFAULT false;
