import {
  bundle,
  checkDataFolder,
  checkMachine,
  ensureBundles,
  ensureGenerated,
  ensureInstalled,
  fail,
  ROOT,
} from "./prepare.mjs";

const [unknown] = process.argv.slice(2);
if (unknown) fail(`Unknown option ${unknown}. npm run worker takes none.`);

checkMachine();
process.chdir(ROOT);
checkDataFolder();
process.env.NODE_ENV = "production";
await ensureInstalled();
await ensureGenerated();
await ensureBundles();
const { work } = await import(bundle("work"));
await work();
