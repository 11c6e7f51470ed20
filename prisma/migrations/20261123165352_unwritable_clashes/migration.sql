-- Texts that a file cannot hold are clashes, too, with what the format says to them.
ALTER TABLE "clashes" ADD COLUMN "refusal" TEXT NOT NULL DEFAULT '';
