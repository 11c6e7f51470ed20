-- CreateTable
CREATE TABLE "machinery_questions" (
    "id" BIGSERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "service" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(6),
    "answer" TEXT,
    "refusal" TEXT,

    CONSTRAINT "machinery_questions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "machinery_questions_project_id_question_idx" ON "machinery_questions"("project_id", "question");

-- CreateIndex
CREATE INDEX "machinery_questions_asked_at_idx" ON "machinery_questions"("asked_at");

-- AddForeignKey
ALTER TABLE "machinery_questions" ADD CONSTRAINT "machinery_questions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
