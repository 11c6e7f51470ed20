import type { Finding } from "@/lib/text/checks/check";
import type { Phrase, Value } from "@/lib/text/checks/sentences";
import { sayAny, type Texts } from "@/lib/text/messages/translator";

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Marks around a piece that keeps a direction of its own (Unicode UAX #9, FSI and PDI). */
const [APART, TOGETHER] = ["\u2068", "\u2069"];

/** What says the words of one language. */
class Speaker {
  /** Whether pieces of a text, which are mostly code, would be torn apart among the words. */
  private readonly isolates: boolean;

  constructor(private readonly t: Texts) {
    this.isolates = RIGHT_TO_LEFT.test(t("findings.same"));
  }

  phrase({ key, values = {} }: Phrase): string {
    const filled = Object.entries(values).map(([name, value]) => [name, this.value(value)]);
    return this.raw(key, Object.fromEntries(filled));
  }

  /** Sentences one behind the other. */
  together(sentences: readonly Phrase[]): string {
    return sentences
      .map((sentence) => this.phrase(sentence))
      .reduce((first, second) => this.raw("two", { first, second }));
  }

  private value(value: Value): string | number {
    if (typeof value === "number") return value;
    if (typeof value === "string") return this.isolates ? `${APART}${value}${TOGETHER}` : value;
    if ("key" in value) return this.phrase(value);
    return value.map((piece) => this.value(piece)).reduce((before, next) => this.raw("list", { before, next }));
  }

  private raw(key: Phrase["key"], values: Record<string, string | number>): string {
    // Its values were held against its message where the phrase was made.
    return sayAny(this.t)(`findings.${key}`, values);
  }
}

/** What a check found, in the language of `t`. */
export const sayFinding = (t: Texts, { sentences }: Pick<Finding, "sentences">): string =>
  new Speaker(t).together(sentences);
