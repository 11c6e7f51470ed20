-- The same source text in other components, whatever its key: what automatic translation and suggestions look for.
CREATE INDEX "source_units_text" ON "source_units" (hashtextextended("joined_forms"("sources"), 0));
