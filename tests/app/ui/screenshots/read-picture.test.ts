import { expect, it } from "vitest";
import { linesOf, textsOf } from "@/app/ui/screenshots/read-picture";

type Lines = Parameters<typeof textsOf>[0];

const line = (y: number, ...words: [string, number, number][]) => ({
  words: words.map(([text, x0, x1]) => ({ text, bbox: { x0, y0: y, x1, y1: y + 20 } })),
});
const read = (...lines: object[]) => textsOf(lines as Lines);

it("The texts of a picture are its lines, then runs of their words, with the place of each.", () => {
  const texts = read(line(10, ["File", 0, 40], ["Save", 60, 100], ["as…", 110, 140]), line(50, ["Quit", 5, 45]));
  expect(texts).toEqual([
    { text: "File Save as…", region: [0, 10, 140, 20], line: true },
    { text: "Quit", region: [5, 50, 40, 20], line: true },
    { text: "File", region: [0, 10, 40, 20] },
    { text: "File Save", region: [0, 10, 100, 20] },
    { text: "Save", region: [60, 10, 40, 20] },
    { text: "Save as…", region: [60, 10, 80, 20] },
    { text: "as…", region: [110, 10, 30, 20] },
  ]);
  expect(linesOf(texts)).toBe("File Save as…\nQuit");
});

it("Specks without letters are no texts, and long lines stay within bounds.", () => {
  expect(read(line(0, ["|", 0, 3], ["7", 5, 9], ["a", 10, 12]))).toEqual([]);
  const long = line(
    0,
    ...Array.from({ length: 60 }, (_, at): [string, number, number] => [`word${at}`, at * 10, at * 10 + 9]),
  );
  const texts = read(...Array.from({ length: 20 }, () => long));
  expect(texts).toHaveLength(2000);
  expect(texts.filter(({ text }) => text.split(" ").length > 6)).toHaveLength(20);
});
