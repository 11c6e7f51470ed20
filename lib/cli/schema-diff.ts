import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type pg from "pg";
import { readMigrations } from "@/lib/platform/migrations";

/**
 * Compares the migrations with the schema, with the WebAssembly build of the schema engine: no download.
 *
 * The adapter needs three repairs for that engine: the catalogue type `"char"` is read as text and handed on as
 * a character, scripts are run whole (it would split `$$` bodies at their semicolons), and the module is loaded by hand.
 */

const CHAR = 18;
const TEXT = 25;
/** `ColumnTypeEnum.Character` of the adapter interface. */
const CHARACTER = 6;

interface Field {
  dataTypeID: number;
}

/**
 * Script that turns the migrated database into the schema; empty when they agree.
 * @param url a database server on which shadow databases may be made
 */
export async function schemaDiff(url: string, migrationsFolder: string, schemaPath: string): Promise<string> {
  const engine = await loadEngine();
  const instance = await engine.new(
    {
      datamodels: [[schemaPath, readFileSync(schemaPath, "utf8")]],
      datasource: { provider: "postgresql" },
    },
    () => {},
    bindMigrationAwareSqlAdapterFactory(repairedFactory(url) as never),
  );
  const result = await instance.diff({
    from: {
      tag: "migrations",
      baseDir: migrationsFolder,
      lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
      migrationDirectories: readMigrations(migrationsFolder).map((migration) => ({
        path: migration.name,
        migrationFile: { path: "migration.sql", content: { tag: "ok", value: migration.script } },
      })),
      shadowDbInitScript: "",
    },
    to: { tag: "schemaDatamodel", files: [{ path: schemaPath, content: readFileSync(schemaPath, "utf8") }] },
    script: true,
    exitCode: true,
    filters: { externalTables: ["public._prisma_migrations"], externalEnums: [] },
  });
  return result.exitCode === 0 ? "" : (result.stdout ?? "").trim();
}

interface Engine {
  new: (...input: unknown[]) => Promise<{
    diff(input: unknown): Promise<{ exitCode: number; stdout: string | null }>;
  }>;
}

async function loadEngine(): Promise<Engine> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("@prisma/schema-engine-wasm"));
  const bindings = (await import(pathToFileURL(join(folder, "schema_engine_bg.js")).href)) as Record<
    string,
    unknown
  > & {
    __wbg_set_wasm(exports: unknown): void;
    SchemaEngine: Engine;
  };
  (globalThis as Record<string, unknown>).PRISMA_WASM_PANIC_REGISTRY = {
    set_message(message: string) {
      console.error(message);
    },
  };
  const module = new WebAssembly.Module(readFileSync(join(folder, "schema_engine_bg.wasm")));
  const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": bindings as WebAssembly.ModuleImports });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return bindings.SchemaEngine;
}

type Adapter = {
  queryRaw(query: unknown): Promise<{ columnTypes: number[]; columnNames: string[]; rows: unknown[][] }>;
  executeScript(script: string): Promise<void>;
  underlyingDriver?: unknown;
};

function repairedFactory(url: string) {
  const factory = new PrismaPg({ connectionString: url });
  const repair = <T extends Adapter>(adapter: T): T => {
    const inner = adapter as T & { client: pg.Pool };
    const raw = inner.client;
    const chars: boolean[][] = [];
    const query = raw.query.bind(raw) as (...input: unknown[]) => Promise<pg.QueryArrayResult>;
    (raw as { query: unknown }).query = async (...input: unknown[]) => {
      const result = await query(...input);
      const flags = (result.fields ?? []).map((field: Field) => field.dataTypeID === CHAR);
      for (const field of (result.fields ?? []) as Field[]) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
      chars.push(flags);
      return result;
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (input) => {
      chars.length = 0;
      const result = await queryRaw(input);
      const flags = chars.at(-1) ?? [];
      flags.forEach((isChar, column) => {
        if (!isChar) return;
        result.columnTypes[column] = CHARACTER;
        for (const row of result.rows) if (row[column] === "") row[column] = "\0";
      });
      return result;
    };
    adapter.executeScript = async (script) => {
      await query(script);
    };
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => repair((await factory.connect()) as unknown as Adapter),
    connectToShadowDb: async () => repair((await factory.connectToShadowDb()) as unknown as Adapter),
  };
}
