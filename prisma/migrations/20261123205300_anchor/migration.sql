-- Where the history begins that is taken of another version control system.
ALTER TABLE "repositories" ADD COLUMN "anchor" TEXT;
