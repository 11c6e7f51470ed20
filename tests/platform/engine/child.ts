import { startEngine } from "@/lib/platform/queue";
import { childFunctions } from "./child-functions";

/** `node child.mjs <function ids>`: runs them until killed; dies at the point that LAB_FAULT names. */
process.env.LAB_CHILD = "1";
const only = new Set((process.argv[2] ?? "").split(","));
const fault = process.env.LAB_FAULT;

await startEngine(
  childFunctions.filter((fn) => only.has(fn.id())),
  {
    backoff: () => 50,
    async fault(point) {
      if (point !== fault) return;
      process.kill(process.pid, "SIGKILL");
      await new Promise(() => {});
    },
  },
);
process.on("disconnect", () => process.exit());
process.send?.("ready");
