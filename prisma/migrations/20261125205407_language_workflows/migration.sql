-- CreateTable
CREATE TABLE "language_workflows" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER,
    "language_id" INTEGER NOT NULL,
    "reviews_off" BOOLEAN NOT NULL DEFAULT false,
    "enable_suggestions" BOOLEAN,
    "suggestion_voting" BOOLEAN,
    "suggestion_autoaccept" INTEGER,
    "edits_by_members" BOOLEAN NOT NULL DEFAULT false,
    "check_flags" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "language_workflows_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "language_workflows_language_id_idx" ON "language_workflows"("language_id");

-- AddForeignKey
ALTER TABLE "language_workflows" ADD CONSTRAINT "language_workflows_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "language_workflows" ADD CONSTRAINT "language_workflows_language_id_fkey" FOREIGN KEY ("language_id") REFERENCES "languages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One workflow for each language in a project, and one for it in all projects.
CREATE UNIQUE INDEX "language_workflows_place" ON "language_workflows" ("project_id", "language_id") NULLS NOT DISTINCT;
