import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { GET as health } from "@/app/health/route";
import { issueToken } from "@/lib/domain/users/tokens";
import { ReaderLimit, runJob } from "@/lib/platform/readers/reader-pool";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";
import { send } from "./support";

/** No file stops the others: it is read by a reader, one at a time for everybody, and only up to a limit. */

let key = "";
let other = "";
let path = "";
let table = "";

const PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Apple"\nmsgstr ""\n';

beforeAll(async () => {
  const admin = await makePerson("admin", { superuser: true });
  key = (await issueToken((await makePerson("petra")).userId)).key;
  other = (await issueToken((await makePerson("karel")).userId)).key;
  const settings = { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" };
  const { component } = await connect(admin, { "po/cs.po": PO, "po/app.pot": PO }, settings);
  path = `/api/translations/${component.project.slug}/app/cs/file/`;
  const csv = { "l/cs.csv": "source,target\nApple,\n" };
  const { component: second } = await connect(admin, csv, { filemask: "l/*.csv", fileFormat: "csv" });
  table = `/api/translations/${second.project.slug}/app/cs/file/`;
});

function upload(content: string, who = key, to = path): Promise<Response> {
  const body = new FormData();
  body.append("file", new File([content], "many.csv"));
  body.append("method", "suggest");
  return send("POST", to, { key: who, body });
}

describe("while a file is read", () => {
  it("the server keeps answering", async () => {
    // The component's own format and a string that is here: the file is read once.
    const file = "Apple,x\n".repeat(800_000);
    let reading = true;
    let longest = 0;
    let answers = 0;
    const start = performance.now();
    const done = upload(file, key, table).finally(() => {
      reading = false;
    });
    while (reading) {
      const before = performance.now();
      await sleep(1);
      expect((await health()).status).toBe(200);
      answers++;
      longest = Math.max(longest, performance.now() - before);
    }
    const answer = await done;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ accepted: 1, total: 1 });
    // Read in the event loop, one wait would have been nearly as long as the whole upload.
    expect(longest).toBeLessThan((performance.now() - start) / 3);
    expect(answers).toBeGreaterThan(10);
  });

  it("further files of the same person wait, and too many are rejected until later", async () => {
    const file = Array.from({ length: 3000 }, (_, n) => `s${n},t\n`).join("");
    const order: string[] = [];
    const mine = Array.from({ length: 8 }, async (_, n) => {
      const answer = await upload(file);
      order.push(`mine ${n} ${answer.status}`);
      return answer;
    });
    const theirs = upload(file, other).then((answer) => order.push(`other ${answer.status}`));
    const answers = await Promise.all(mine);
    await theirs;
    const busy = answers.filter((answer) => answer.status === 429);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5);
    expect(busy).toHaveLength(3);
    expect(busy[0]?.headers.get("retry-after")).toBe("10");
    expect(await busy[0]?.json()).toMatchObject({
      errors: [{ code: "throttled", detail: expect.stringContaining("Wait until they are done") }],
    });
    // Somebody else does not stand behind them.
    expect(order.indexOf("other 200")).toBeLessThan(order.length - 1);
    expect((await upload("Apple,x\n")).status).toBe(200);
  });
});

describe("a file that is too much", () => {
  it("is rejected with more strings than a translator can upload", async () => {
    const rows = Array.from({ length: 100_001 }, (_, n) => `s${n},t\n`).join("");
    const answer = await upload(rows);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [{ attr: "file", code: "too_many", detail: expect.stringMatching(/100,001 strings; 100,000 can/) }],
    });
  });

  it("is rejected with a text longer than the limit", async () => {
    for (const content of [`"source","target"\n${'"'.repeat(3_000_000)}`, `"Apple","${"x".repeat(1_000_001)}"\n`]) {
      const answer = await upload(content);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        errors: [{ attr: "file", code: "max_length", detail: expect.stringMatching(/at most 1,000,000 are allowed/) }],
      });
    }
    expect((await upload(`"Apple","${"x".repeat(1_000_000)}"\n`)).status).toBe(200);
  });

  const wanted = (bytes: Uint8Array) => ({
    component: { fileFormat: "csv", fileFormatParams: {}, template: "" },
    format: "csv",
    bytes,
    languageCode: "cs",
    plural: { number: 1, formula: "0", categories: ["other"] },
    isSource: false,
    isTemplate: false,
    reviews: false,
    most: 10_000_000,
  });
  const rows = new TextEncoder().encode(Array.from({ length: 300_000 }, (_, n) => `s${n},t\n`).join(""));

  it.each([
    ["time", { seconds: 0.2, megabytes: 1024 }],
    ["memory", { seconds: 60, megabytes: 40 }],
  ] as const)("needs more %s than it may, which ends its reader and nothing else", async (kind, limits) => {
    const failed = await runJob("strings", wanted(rows), limits).catch((error) => error);
    expect(failed).toBeInstanceOf(ReaderLimit);
    expect(failed).toMatchObject({ kind });
    // The application is bundled in parts that may each hold a copy of the module.
    const copy: typeof import("@/lib/platform/readers/reader-pool") = await vi.importActual(
      "@/lib/platform/readers/reader-pool?copy",
    );
    expect(copy.ReaderLimit).not.toBe(ReaderLimit);
    expect(copy.isReaderLimit(failed)).toBe(true);
    const { pieces } = await runJob("strings", wanted(new TextEncoder().encode("a,b\n")));
    expect(pieces).toHaveLength(1);
  });

  it("is passed on in small pieces, regardless of the length of its texts", async () => {
    const long = Array.from({ length: 20 }, (_, n) => `${n},${"x".repeat(300_000)}\n`).join("");
    const { pieces } = await runJob("strings", wanted(new TextEncoder().encode(long)));
    expect(pieces).toHaveLength(10);
    const items = pieces.flatMap((piece) => JSON.parse(new TextDecoder().decode(piece)));
    expect(items).toHaveLength(20);
  });
});
