-- CreateTable
CREATE TABLE "pseudonyms" (
    "user_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "own_address" BOOLEAN NOT NULL DEFAULT false,
    "handle" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pseudonyms_pkey" PRIMARY KEY ("user_id","project_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "pseudonyms_handle_key" ON "pseudonyms"("handle");

-- CreateIndex
CREATE INDEX "pseudonyms_project_id_idx" ON "pseudonyms"("project_id");

-- AddForeignKey
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
