-- Texts that upstream took back by force are few, and an alert counts them.
CREATE INDEX "suggestions_taken_back_idx" ON "suggestions" ("unit_id") WHERE "cause" = 'taken-back';
