-- Strings with plural forms are found without a look at the rows of all of them.
CREATE INDEX "source_units_plural" ON "source_units" ("id") WHERE cardinality("sources") > 1;
