import { pino } from "pino";
import { maskWithin } from "@/lib/text/addresses";
import { environment } from "./environment";

/**
 * The server's log, on standard error: lines for people or, with `LOQUAT_LOG=json`, for programs. What is said to the
 * person who started a command is no part of it and goes to the terminal as it stands.
 */
export const log = pino(
  { base: undefined, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
  {
    // To the stream, not to its descriptor: the stream outlives a terminal that was closed.
    write(line) {
      const entry: Entry = maskWithin(JSON.parse(line));
      process.stderr.write(`${environment().logFormat === "json" ? JSON.stringify(entry) : readable(entry)}\n`);
    },
  },
);

interface Entry {
  time: string;
  level: string;
  msg?: string;
  /** Which part of Loquat speaks. */
  part?: string;
  /** What was thrown, usually an error. */
  err?: unknown;
}

interface Thrown {
  type?: string;
  message?: string;
  stack?: string;
}

/** Nobody's input writes colours or moves the cursor. */
const CONTROLS = /[\0-\t\v-\x1f\x7f-\x9f]/g;

/** An entry for people: what an error tells stands below its message, indented. */
function readable({ time, level, msg = "", part, err, ...facts }: Entry): string {
  const thrown: Thrown = typeof err === "object" && err !== null ? err : { stack: JSON.stringify(err) };
  const { stack = "", type: _, message: __, ...more } = thrown;
  const all = { ...facts, ...more };
  const told = msg !== "" && stack.split("\n", 1)[0]?.endsWith(msg) ? "" : msg;
  const lines = [told, stack, Object.keys(all).length > 0 ? JSON.stringify(all) : ""].filter(Boolean);
  const text = lines.join("\n").replace(CONTROLS, "").replaceAll("\n", "\n    ");
  return `${time} ${level.toUpperCase()} ${part === undefined ? "" : `[${part}] `}${text}`;
}
