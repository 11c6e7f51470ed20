-- Keys that Loquat signs in with at SSH servers, and keys by which it knows those servers.
CREATE TABLE "ssh_keys" (
  "id" SERIAL NOT NULL,
  "project_id" INTEGER,
  "public_key" TEXT NOT NULL,
  "private_key" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ssh_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "ssh_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "ssh_keys_project_id_key" ON "ssh_keys" ("project_id") NULLS NOT DISTINCT;

CREATE TABLE "ssh_host_keys" (
  "id" SERIAL NOT NULL,
  "host" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "pinned_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ssh_host_keys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "ssh_host_keys_host_type_key" ON "ssh_host_keys" ("host", "type");
