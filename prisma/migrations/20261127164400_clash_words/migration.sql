-- Why a file cannot hold a text, as a message that readers of other languages are told.
ALTER TABLE "clashes" ADD COLUMN "refusal_said" JSONB;
