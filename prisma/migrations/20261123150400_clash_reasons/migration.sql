-- The kind of a clash says all that its reason could.
ALTER TABLE "clashes" DROP COLUMN "reason";
