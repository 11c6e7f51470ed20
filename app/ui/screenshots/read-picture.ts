import type { Line } from "tesseract.js";

/** Texts in a picture, read in the browser: the picture goes to nobody for it. */

/** A text and where it stands: x, y, width and height in pixels. */
export interface ReadText {
  text: string;
  region: [number, number, number, number];
  /** Whether it is a whole line of the picture. */
  line?: boolean;
}

/** Words that may be a string by themselves, beside whole lines: menus and buttons stand in a row. */
const MOST_WORDS = 6;
const MOST_TEXTS = 2000;

/** Where its program and its language data are. */
const READER = "/translate/-/ocr";

/**
 * Reads the texts of a picture: its lines, and parts of them. Loads the reader with its language data when it is first used.
 * @param progress is told how far it is, from 0 to 1
 */
export async function readPicture(address: string, progress: (share: number) => void): Promise<ReadText[]> {
  const { createWorker, OEM } = await import("tesseract.js");
  const worker = await createWorker("eng", OEM.LSTM_ONLY, {
    workerPath: `${READER}/worker.min.js`,
    corePath: READER,
    langPath: READER,
    workerBlobURL: false,
    gzip: true,
    logger: ({ status, progress: share }) => progress(status === "recognizing text" ? 0.2 + 0.8 * share : 0.1),
  });
  try {
    const { data } = await worker.recognize(address, {}, { blocks: true, text: false });
    const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
    return textsOf(lines);
  } finally {
    await worker.terminate();
  }
}

/** Lines first, then parts of them, each once where it stands. */
export function textsOf(lines: readonly Pick<Line, "words">[]): ReadText[] {
  const whole: ReadText[] = [];
  const parts: ReadText[] = [];
  for (const { words } of lines) {
    for (let from = 0; from < words.length; from++)
      for (let to = from + 1; to <= words.length; to++) {
        const all = from === 0 && to === words.length;
        if (all) whole.push({ ...joined(words), line: true });
        else if (to - from <= MOST_WORDS) parts.push(joined(words.slice(from, to)));
      }
  }
  return [...whole, ...parts].filter(({ text }) => /\p{L}{2}/u.test(text)).slice(0, MOST_TEXTS);
}

/** The whole lines of what was read. */
export const linesOf = (texts: readonly ReadText[]): string =>
  texts.flatMap(({ line, text }) => (line ? [text] : [])).join("\n");

function joined(words: Pick<Line, "words">["words"]): ReadText {
  const [x0, y0] = [Math.min(...words.map(({ bbox }) => bbox.x0)), Math.min(...words.map(({ bbox }) => bbox.y0))];
  const [x1, y1] = [Math.max(...words.map(({ bbox }) => bbox.x1)), Math.max(...words.map(({ bbox }) => bbox.y1))];
  return {
    text: words.map(({ text }) => text).join(" "),
    region: [x0, y0, Math.max(1, x1 - x0), Math.max(1, y1 - y0)],
  };
}
