import {
  bundle,
  checkMachine,
  ensureBuilt,
  ensureBundles,
  ensureGenerated,
  ensureInstalled,
  ROOT,
} from "./prepare.mjs";

checkMachine();
process.chdir(ROOT);
await ensureInstalled();
await ensureGenerated();
await ensureBundles();
await ensureBuilt();
await import(bundle("bench"));
