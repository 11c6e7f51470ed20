/** What keeps parsers of others from texts that would make them slow or use up their stack. */

/** Whether braces, and tags where they count, are nested deeper than `most`, quotes or not. */
export function isTooDeep(text: string, most: number, tags = false): boolean {
  let braces = 0;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{") braces++;
    else if (character === "}") braces = Math.max(0, braces - 1);
    else if (tags && character === "<") {
      const next = text[at + 1] ?? "";
      if (next === "/") open = Math.max(0, open - 1);
      else if (/[A-Za-z]/.test(next)) open++;
    }
    if (braces > most || open > most) return true;
  }
  return false;
}

/** Answers by text, the last few of them: sources are asked for with every translation. */
export class Remembered<Answer> {
  private readonly answers = new Map<string, Answer>();

  constructor(private readonly most: number) {}

  get(key: string, answer: () => Answer): Answer {
    let known = this.answers.get(key);
    if (known === undefined) {
      known = answer();
      if (this.answers.size >= this.most) this.answers.clear();
      this.answers.set(key, known);
    }
    return known;
  }
}
