import { CronExpressionParser } from "cron-parser";

export interface Schedule {
  /** The first instant after the given one. */
  next(after: Date): Date;
}

/**
 * Reads a schedule of five fields with an optional `TZ=<zone> ` in front; without one it is in UTC.
 * @throws Error saying what is wrong
 */
export function parseSchedule(text: string): Schedule {
  const match = /^(?:TZ=(\S+) )?(.+)$/.exec(text.trim());
  const fields = (match?.[2] ?? "").trim();
  const tz = match?.[1] ?? "UTC";
  if (fields.split(/\s+/).length !== 5) throw new Error(`The schedule "${text}" does not have five fields.`);
  const next = (after: Date) => CronExpressionParser.parse(fields, { currentDate: after, tz }).next().toDate();
  try {
    next(new Date(0));
  } catch (error) {
    throw new Error(`The schedule "${text}" cannot be used: ${(error as Error).message}`);
  }
  return { next };
}
