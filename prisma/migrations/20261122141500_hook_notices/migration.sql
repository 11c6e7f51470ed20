-- The ledger is told of notifications once a minute and component; deliveries were written and never read.
CREATE TABLE "hook_notices" (
    "component_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hook_notices_pkey" PRIMARY KEY ("component_id")
);

ALTER TABLE "hook_notices" ADD CONSTRAINT "hook_notices_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

DROP TABLE "hook_deliveries";
