-- Which of several files of one language a component uses, where somebody has chosen.
ALTER TABLE "components" ADD COLUMN "preferred_files" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
