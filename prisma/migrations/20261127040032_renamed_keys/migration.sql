-- CreateTable
CREATE TABLE "renamed_keys" (
    "component_id" INTEGER NOT NULL,
    "former_hash" BIGINT NOT NULL,
    "id_hash" BIGINT NOT NULL,

    CONSTRAINT "renamed_keys_pkey" PRIMARY KEY ("component_id","former_hash")
);

-- AddForeignKey
ALTER TABLE "renamed_keys" ADD CONSTRAINT "renamed_keys_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;
