import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { coerce } from "@/lib/api/coerce";
import { HttpError } from "@/lib/api/errors";
import { readPage } from "@/lib/api/paging";
import { nestForm, readBareFile, readBody } from "@/lib/api/read-body";
import { DomainError } from "@/lib/domain/errors";

/** What comes from outside is read whole, or refused by an error that has a status; nothing else ever happens. */

async function outcome<T>(work: () => Promise<T> | T): Promise<T | "refused"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError || error instanceof DomainError) return "refused";
    throw error;
  }
}

const request = (body: BodyInit, type?: string) =>
  new Request("http://loquat.test/api/", {
    method: "POST",
    body,
    ...(type ? { headers: { "content-type": type } } : {}),
  });
const storable = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0") && text.isWellFormed());

describe("bodies", () => {
  it("of JSON come as they were sent", async () => {
    const values = fc.dictionary(
      storable.filter((name) => name !== "__proto__"),
      fc.oneof(storable, fc.integer(), fc.boolean(), fc.constant(null), fc.array(storable)),
    );
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const read = await readBody(request(JSON.stringify(value), "application/json"));
        expect(JSON.parse(JSON.stringify(read.value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("of any JSON, of any text and of any bytes are read or refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 60 }), async (text) => {
        await outcome(() => readBody(request(text, "application/json")));
      }),
    );
    const types = fc.constantFrom(
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain",
      "application/json; charset=utf-16",
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), types, async (bytes, type) => {
        await outcome(() => readBody(request(bytes as BodyInit, type)));
      }),
    );
  });

  it("that are no UTF-8 are refused in every kind, and files may hold any bytes", async () => {
    const bytes = (...pieces: (string | number[] | Buffer)[]) =>
      Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece))));
    const part = (head: string, ...content: (string | number[])[]) =>
      bytes(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`, ...content, "\r\n--x--\r\n");
    const multipart = "multipart/form-data; boundary=x";
    const form = "application/x-www-form-urlencoded";
    for (const [body, type] of [
      [bytes('{"name": "a', [0xff], '"}'), "application/json"],
      [bytes("name=a", [0xff]), form],
      [bytes("name=a%ff"), form],
      [bytes("name=%C3%28"), form],
      [bytes("na%e2%82me=a"), form],
      [bytes("name=%ED%A0%80"), form],
      [part('name="name"', "a", [0xff]), multipart],
      [part('name="name"', "a", [0xc3]), 'multipart/form-data; charset=utf-8; boundary="x"'],
    ] as const) {
      const read = await outcome(() => readBody(request(body as BodyInit, type)));
      expect([body.toString("latin1"), read]).toEqual([body.toString("latin1"), "refused"]);
    }
    // The character itself may be sent.
    for (const [body, type] of [
      [bytes("name=%EF%BF%BD"), form],
      [part('name="name"', "\uFFFD"), multipart],
    ] as const) {
      const read = await readBody(request(body as BodyInit, type));
      expect({ ...(read.value as object) }).toEqual({ name: "\uFFFD" });
    }
    const file = bytes("\r\n--y\uFFFD", [0xff, 0xfe]);
    const both = bytes(
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\uFFFD\r\n',
      part('name="f"; filename="f"', [...file]),
    );
    expect(await outcome(() => readBody(request(both as BodyInit, multipart)))).not.toBe("refused");
    const bare = (query: string) =>
      new Request(`http://loquat.test/api/?${query}`, {
        method: "POST",
        body: "a",
        headers: { "content-disposition": 'attachment; filename="cs.po"' },
      });
    expect(await outcome(() => readBareFile(bare("author_name=%ff")))).toBe("refused");
    expect(await outcome(() => readBareFile(bare("author_name=%c3%a9")))).toBeInstanceOf(File);
  });

  it("of forms keep every plain field", async () => {
    const names = fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => name !== "__proto__");
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, storable), async (fields) => {
        const read = await readBody(request(new URLSearchParams(fields)));
        expect(read.form).toBe(true);
        expect({ ...(read.value as object) }).toEqual({ ...fields });
      }),
    );
  });

  it("of forms with any names are read or refused, and never reach a prototype", async () => {
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom("__proto__", "constructor.prototype", "a[0]", "a.b", "a[]", "a[9999]"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, fc.string())), async (entries) => {
        await outcome(() => nestForm(entries));
        expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
        expect(({} as Record<string, unknown>).b).toBeUndefined();
      }),
    );
  });
});

describe("queries", () => {
  const limits = { size: undefined, max: 1000 };

  it("for pages give a page within its bounds, or are refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (page, size) => {
        const asked = await outcome(() => readPage(new URLSearchParams({ page, page_size: size }), limits));
        if (asked === "refused") return;
        expect((asked.page ?? 1) >= 1 && Number.isInteger(asked.page ?? 1)).toBe(true);
        expect(Number.isInteger(asked.size) && asked.size >= 1 && asked.size <= 1000).toBe(true);
      }),
    );
  });

  it("with whole numbers in range come as they were sent", async () => {
    await fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 1000 }), (page, size) => {
        const asked = readPage(new URLSearchParams({ page: String(page), page_size: String(size) }), limits);
        expect(asked).toMatchObject({ page, size });
      }),
    );
  });

  it("of any text fit a schema or not, without another error", () => {
    const schema = z.object({
      flag: z.boolean().optional(),
      number: z.int().optional(),
      list: z.array(z.int()).optional(),
      text: z.string().optional(),
      choice: z.enum(["a", "b"]).optional(),
    });
    const given = fc.dictionary(
      fc.constantFrom("flag", "number", "list", "text", "choice", "other"),
      fc.oneof(fc.string(), fc.array(fc.string()), fc.constantFrom("true", "1", "[1, 2]", "-5", "a")),
    );
    fc.assert(
      fc.property(given, (value) => {
        const read = schema.safeParse(coerce(schema, value, "form"));
        if (read.success && typeof value.number === "string" && value.number.trim() !== "")
          expect(read.data.number).toBe(Number(value.number));
      }),
    );
  });
});
