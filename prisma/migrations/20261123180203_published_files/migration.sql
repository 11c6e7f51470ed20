-- Files that add-ons publish.
CREATE TABLE "published_files" (
    "id" BIGSERIAL NOT NULL,
    "addon_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "published_files_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "published_files_addon_id_path_key" ON "published_files"("addon_id", "path");
ALTER TABLE "published_files" ADD CONSTRAINT "published_files_addon_id_fkey" FOREIGN KEY ("addon_id") REFERENCES "addons"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The part of their addresses that nobody can guess.
CREATE INDEX "addons_public" ON "addons" (("state" ->> 'public'));
