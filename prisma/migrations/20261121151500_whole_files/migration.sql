-- CreateTable
CREATE TABLE "local_files" (
    "repository_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "local_files_pkey" PRIMARY KEY ("repository_id","path")
);

-- CreateTable
CREATE TABLE "whole_files" (
    "id" BIGSERIAL NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "component_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "blob" TEXT NOT NULL,
    "base_blob" TEXT NOT NULL,
    "author_name" TEXT NOT NULL,
    "author_email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "commit" TEXT,

    CONSTRAINT "whole_files_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "whole_files_repository_id_path_key" ON "whole_files"("repository_id", "path");

-- AddForeignKey
ALTER TABLE "local_files" ADD CONSTRAINT "local_files_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "whole_files" ADD CONSTRAINT "whole_files_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
