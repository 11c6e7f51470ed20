-- Why a component is locked, as a message that readers of other languages are told.
ALTER TABLE "components" ADD COLUMN "lock_reason_said" JSONB;
