-- Commits that the branch we push to lacks; what upstream lacks may be there already.
ALTER TABLE "repositories" ADD COLUMN "to_push" INTEGER NOT NULL DEFAULT 0;
UPDATE "repositories" SET "to_push" = "outgoing";
