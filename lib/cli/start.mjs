import {
  bundle,
  checkDataFolder,
  checkMachine,
  ensureBuilt,
  ensureBundles,
  ensureGenerated,
  ensureInstalled,
  fail,
  ROOT,
} from "./prepare.mjs";

// `npm start` gives Node.js 64 MB for young objects: those of an answer live for milliseconds, and many are made at once.
const flags = process.argv.slice(2);
const known = ["--demo", "--dev", "--help"];
const unknown = flags.find((flag) => !known.includes(flag));
if (flags.includes("--help")) {
  console.log(
    "npm start               run Loquat\nnpm start -- --demo     run it with a demo project\nnpm run dev             run it for development",
  );
  process.exit(0);
}
if (unknown) fail(`Unknown option ${unknown}. Choose one of: ${known.join(", ")}.`);

checkMachine();
process.chdir(ROOT);
checkDataFolder();
const dev = flags.includes("--dev");
process.env.NODE_ENV = dev ? "development" : "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
await ensureInstalled();
await ensureGenerated();
await ensureBundles();
if (!dev) await ensureBuilt();
const { serve } = await import(bundle("serve"));
await serve({ dev, demo: flags.includes("--demo") });
