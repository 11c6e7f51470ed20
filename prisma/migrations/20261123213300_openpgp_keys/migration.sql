-- Keys that commits are signed with in a project, in place of its SSH key.
CREATE TABLE "openpgp_keys" (
  "id" SERIAL NOT NULL,
  "project_id" INTEGER NOT NULL,
  "public_key" TEXT NOT NULL,
  "private_key" TEXT NOT NULL,
  "fingerprint" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "openpgp_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "openpgp_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "openpgp_keys_project_id_key" ON "openpgp_keys" ("project_id");
