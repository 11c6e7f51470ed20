import { describe, expect, it } from "vitest";
import { outlinePen } from "@/lib/platform/drawing/outline-pen";
import { drawnPng } from "@/lib/platform/drawing/png";
import { type Pixels, pixelsOf } from "../support/png-pixels";

/** What is written, drawn black on white. */
async function drawn(text: string, weight = 400): Promise<Pixels> {
  const pen = await outlinePen([text]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60"><rect width="400" height="60" fill="#fff"/>${pen.write(text, { x: 10, y: 42, size: 32, weight })}</svg>`;
  return pixelsOf(await drawnPng(`${text} ${weight}`, async () => svg));
}

const SCRIPTS = {
  Czech: ["Přeložit", "Přeložil"],
  Greek: ["Μετάφραση", "Μετάφρασε"],
  Russian: ["Перевод", "Перевёл"],
  Arabic: ["ترجمة", "ترجمت"],
  Persian: ["می‌خواهم", "می‌خواهد"],
  Hebrew: ["תרגום", "תרגמה"],
  Hindi: ["अनुवाद", "क्षत्रिय"],
  Bengali: ["অনুবাদ", "অনুবর"],
  Tamil: ["மொழி", "மொழு"],
  Telugu: ["అనువాదం", "అనువాది"],
  Thai: ["การแปล", "การแบล"],
  Georgian: ["თარგმანი", "თარგმანა"],
  Armenian: ["թարգման", "թարգմաս"],
  Japanese: ["翻訳プロジェクト", "翻訳ぷろじぇくと"],
  Chinese: ["汉语翻译", "汉语番译"],
  Korean: ["번역", "번욕"],
};

describe("writing with our fonts", () => {
  it.each(Object.entries(SCRIPTS))("has letters for %s", async (_, words) => {
    const [one = "", other = ""] = words;
    const pen = await outlinePen(words);
    expect([pen.nameOr(one, "slug"), pen.nameOr(other, "slug")]).toEqual([one, other]);
    const [first, second, blank] = await Promise.all([drawn(one), drawn(other), drawn(" ")]);
    expect(first.bytes.equals(blank.bytes)).toBe(false);
    // Boxes would look alike.
    expect(first.bytes.equals(second.bytes)).toBe(false);
    expect((await drawn(one, 800)).bytes.equals(first.bytes)).toBe(false);
  });

  const paths = (markup: string) =>
    [...markup.matchAll(/<path transform="translate\((-?[\d.]+) -?[\d.]+\)" d="([^"]+)"/g)].map(([, x, d]) => ({
      x: Number(x),
      d,
    }));

  it("joins letters, and sets them from the right", async () => {
    const pen = await outlinePen(["ببب", "א ב"]);
    const at = { x: 0, y: 0, size: 10 };
    const shapes = new Set(paths(pen.write("ببب", at)).map(({ d }) => d));
    expect(shapes.size).toBeGreaterThanOrEqual(3);
    const [alef] = paths(pen.write("א", at));
    const both = paths(pen.write("אב", at));
    expect(both.find(({ d }) => d === alef?.d)?.x).toBeGreaterThan(both.find(({ d }) => d !== alef?.d)?.x ?? 0);
  });

  it("puts accents on the letters that they belong to", async () => {
    const pen = await outlinePen(["x\u0301y"]);
    expect(pen.width("x\u0301y", { size: 100 })).toBeCloseTo(pen.width("xy", { size: 100 }), 0);
  });

  it("says something plain where it has no letters, and never draws a box", async () => {
    const pen = await outlinePen(["𓀀𓁐", "𓀀 half", "Fruit 🍊 trees", "\u0007tab\tbed", "a".repeat(5000)]);
    expect(pen.nameOr("𓀀𓁐", "orchard")).toBe("orchard");
    expect(pen.nameOr("𓀀 half", "orchard")).toBe("orchard");
    expect(pen.nameOr("Fruit 🍊 trees", "fruit")).toBe("Fruit trees");
    expect(pen.drawable("🍊")).toBe("");
    expect(pen.drawable("\u0007tab\tbed")).toBe("tab bed");
    expect(pen.write("🍊", { x: 0, y: 0, size: 10 })).not.toContain("<path");
    expect(pen.width("a".repeat(5000), { size: 10 })).toBe(pen.width("a".repeat(200), { size: 10 }));
  });

  it("stands where it is anchored", async () => {
    const pen = await outlinePen(["wide"]);
    const left = (anchor: "start" | "middle" | "end") =>
      Number(/translate\((-?[\d.]+) 0\)/.exec(pen.write("wide", { x: 100, y: 0, size: 20, anchor }))?.[1]);
    const width = pen.width("wide", { size: 20 });
    expect([left("start"), left("middle"), left("end")].map(Math.round)).toEqual(
      [100, 100 - width / 2, 100 - width].map(Math.round),
    );
  });
});

describe("drawing", () => {
  const square =
    '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><rect width="3" height="2" fill="#f00"/></svg>';

  it("draws what is asked for again once", async () => {
    let times = 0;
    const draw = async () => {
      times++;
      return square;
    };
    const both = await Promise.all([drawnPng("once", draw), drawnPng("once", draw)]);
    const later = await drawnPng("once", draw);
    expect(times).toBe(1);
    expect(later).toBe(both[0]);
    expect(pixelsOf(later)).toMatchObject({ width: 3, height: 2 });
    expect([...pixelsOf(later).bytes.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });

  it("draws two at a time, lets some wait, and refuses the rest", async () => {
    let [running, most] = [0, 0];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const asked = Array.from({ length: 60 }, (_, index) =>
      drawnPng(`many ${index}`, async () => {
        most = Math.max(most, ++running);
        await gate;
        running--;
        return square;
      }).then(
        () => "drawn",
        (error: Error) => error.name,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    open();
    const ends = await Promise.all(asked);
    expect(most).toBe(2);
    expect(ends.filter((end) => end === "drawn")).toHaveLength(52);
    expect(ends.filter((end) => end === "DrawingLimitReached")).toHaveLength(8);
    expect(await drawnPng("after", async () => square)).toBeInstanceOf(Buffer);
  });

  it("gives its place back where a picture fails", async () => {
    for (let time = 0; time < 5; time++) await expect(drawnPng("broken", async () => "no picture")).rejects.toThrow();
    expect(await drawnPng("whole", async () => square)).toBeInstanceOf(Buffer);
  });
});
