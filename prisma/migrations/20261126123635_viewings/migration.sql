-- CreateTable
CREATE TABLE "viewings" (
    "id" SERIAL NOT NULL,
    "session_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "viewed_id" INTEGER,
    "project_id" INTEGER,
    "team_id" INTEGER,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "until" TIMESTAMPTZ(6) NOT NULL,
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "viewings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "viewings_session_id_key" ON "viewings"("session_id");

-- CreateIndex
CREATE INDEX "viewings_user_id_idx" ON "viewings"("user_id");

-- CreateIndex
CREATE INDEX "viewings_viewed_id_started_at_idx" ON "viewings"("viewed_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "viewings_project_id_idx" ON "viewings"("project_id");

-- CreateIndex
CREATE INDEX "viewings_team_id_idx" ON "viewings"("team_id");

-- AddForeignKey
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_viewed_id_fkey" FOREIGN KEY ("viewed_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "viewings" ADD CONSTRAINT "viewings_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE SET NULL ON UPDATE CASCADE;
