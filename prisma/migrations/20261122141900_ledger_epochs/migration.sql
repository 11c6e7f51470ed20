-- Numbers of transactions are a server's own. What a restored database holds keeps its numbers, and those of the new
-- server are moved behind them; see lib/domain/changes/epoch.ts, which replaces the first two of these.
CREATE FUNCTION "ledger_shift"() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 0::bigint';
CREATE FUNCTION "ledger_epoch"() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT ''0''::text';

-- What a line of the running transaction carries.
CREATE FUNCTION "ledger_tx"() RETURNS xid8 LANGUAGE sql VOLATILE AS
  'SELECT (pg_current_xact_id()::text::bigint + ledger_shift())::text::xid8';

-- Lines below it can no longer gain a predecessor.
CREATE FUNCTION "ledger_horizon"() RETURNS xid8 LANGUAGE sql STABLE AS
  'SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ledger_shift())::text::xid8';

-- AlterTable
ALTER TABLE "changes" ALTER COLUMN "tx" SET DEFAULT ledger_tx();
