import { describe, expect, it } from "vitest";
import { type JobLine, runJob } from "@/lib/platform/readers/reader-pool";

/** Requests and tasks share the readers, and neither waits for all of the other. */

const bytes = (strings: number) =>
  Buffer.from(Array.from({ length: strings }, (_, at) => `msgid "Text ${at}"\nmsgstr "Line ${at}"\n\n`).join(""));
const readable = (file: Uint8Array) => ({
  format: "po",
  params: {},
  languageCode: "cs",
  isTemplate: false,
  bytes: file,
});
/** Takes longer to read than a reader takes to begin. */
const LONG = bytes(500_000);
const SHORT = bytes(1);

/** Who was done in which order: six long jobs of one line, and a short one of the other that came last. */
async function ranking(many: JobLine, one: JobLine): Promise<string[]> {
  const order: string[] = [];
  const ask = async (line: JobLine, file: Uint8Array) => {
    await runJob("readable", readable(file), undefined, line);
    order.push(line);
  };
  await Promise.all([...Array.from({ length: 6 }, () => ask(many, LONG)), ask(one, SHORT)]);
  return order;
}

describe("the readers", () => {
  it.each<[JobLine, JobLine]>([
    ["task", "request"],
    ["request", "task"],
  ])("leave one when many a %s waits, for a %s", async (many, one) => {
    const order = await ranking(many, one);
    expect(order).toHaveLength(7);
    expect(order.indexOf(one)).toBeLessThanOrEqual(2);
  });

  it("let any number of tasks wait, and fifty requests", async () => {
    const all = (line: JobLine) =>
      Promise.allSettled(Array.from({ length: 60 }, () => runJob("readable", readable(SHORT), undefined, line)));
    const refused = (await all("request")).filter(({ status }) => status === "rejected").length;
    expect(refused).toBeGreaterThan(0);
    expect((await all("task")).filter(({ status }) => status === "rejected")).toEqual([]);
  });
});
