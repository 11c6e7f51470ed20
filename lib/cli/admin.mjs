import {
  bundle,
  checkDataFolder,
  checkMachine,
  ensureBundles,
  ensureGenerated,
  ensureInstalled,
  ROOT,
} from "./prepare.mjs";

checkMachine();
process.chdir(ROOT);
checkDataFolder();
process.env.NODE_ENV ??= "production";
await ensureInstalled();
await ensureGenerated();
await ensureBundles();
const { admin } = await import(bundle("admin"));
process.exit(await admin(process.argv.slice(2)));
