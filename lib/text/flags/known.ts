import { CHECK_IDS, flagFormOf } from "@/lib/text/checks/ids";
import { FONT_FAMILIES } from "@/lib/text/fonts/families";
import { FONT_WEIGHTS } from "@/lib/text/fonts/weights";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/** What a flag takes after its name. */
export type FlagShape =
  | { kind: "plain" }
  | { kind: "number"; least: number; most: number; count: [number, number] }
  | { kind: "text"; count: [number, number] }
  /** Some of these words. */
  | { kind: "words"; words: readonly string[]; count: [number, number] }
  /** A word of a kind that a message describes. */
  | { kind: "form"; form: RegExp; meant: Refusal }
  /** Names of flags. */
  | { kind: "flags"; count: [number, number] }
  | { kind: "pattern" }
  | { kind: "placeholders" }
  | { kind: "pairs" };

const plain: FlagShape = { kind: "plain" };
const text: FlagShape = { kind: "text", count: [1, 1] };
const number = (least: number, most: number, last = 1): FlagShape => ({
  kind: "number",
  least,
  most,
  count: [1, last],
});

const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== "");

const PLAIN = words(`
  read-only terminology forbidden case-sensitive case-insensitive strict-same strict-format dos-eol xml-text rst-text md-text
  bbcode-text safe-html auto-safe-html safe-mdx url auto-java-messageformat check-glossary ignore-all-checks
  c-format objc-format python-format python-brace-format php-format perl-format perl-brace-format lua-format
  javascript-format object-pascal-format scheme-format qt-format kde-format qt-plural-format ruby-format java-printf-format
  java-format c-sharp-format angularjs-format automattic-components-format es-format i18next-interpolation
  laravel-format percent-placeholders vue-format icu-message-format
  mf2-format asciidoc-text prohibited-initial-character
  fluent-target-syntax fluent-parts fluent-references fluent-target-inner-html fluent-source-syntax
  fluent-source-inner-html`);

/** What gettext's own files say to its programs; `no-c-format` takes `c-format` away, the others change nothing here. */
const OF_GETTEXT = words(`
  c objc python python-brace java java-printf csharp javascript scheme lisp elisp librep rust go ruby sh sh-printf awk lua
  object-pascal modula2 d ocaml smalltalk qt qt-plural kde kde-kuit boost tcl perl perl-brace php gcc-internal
  gfc-internal ycp`).flatMap((name) => [`no-${name}-format`, `possible-${name}-format`, `impossible-${name}-format`]);

const ICU_WORDS = words(`
  xml strict-xml -highlight -require_other -plural_selectors -submessage_selectors -types -tags -extra -missing`);

/** How a domain of eTranslation is called. */
export const ETRANSLATION_DOMAIN = /^[A-Za-z0-9_-]{1,40}$/;

/** All flags the service knows, with what they take. */
export const KNOWN_FLAGS: ReadonlyMap<string, FlagShape> = new Map<string, FlagShape>([
  ...PLAIN.map((name): [string, FlagShape] => [name, plain]),
  ...[...OF_GETTEXT, "no-wrap", "wrap"].map((name): [string, FlagShape] => [name, plain]),
  ["range", { kind: "form", form: /^\d{1,9}\.\.\d{1,9}$/, meant: refusal("flagMeansRange") }],
  ...CHECK_IDS.map((id): [string, FlagShape] => [`ignore-${flagFormOf(id)}`, plain]),
  ["priority", number(-1_000_000, 1_000_000)],
  ["max-length", number(1, 1_000_000)],
  ["max-size", number(1, 1_000_000, 2)],
  ["max-lines", number(1, 100_000)],
  ["source-max-length", number(1, 1_000_000)],
  ["font-size", number(1, 1000)],
  ["font-spacing", number(-1000, 1000)],
  [
    "font-family",
    {
      kind: "form",
      form: /^[A-Za-z0-9_.-]{1,100}$/,
      meant: refusal("flagMeansFont", { names: FONT_FAMILIES.join(", ") }),
    },
  ],
  [
    "font-weight",
    {
      kind: "form",
      form: new RegExp(`^(?:[1-9]\\d\\d|${[...FONT_WEIGHTS.keys()].join("|")})$`),
      meant: refusal("flagMeansWeight", { names: [...FONT_WEIGHTS.keys()].join(", ") }),
    },
  ],
  ["accelerator", { kind: "form", form: /^[!-/:-@[-`{-~]$/, meant: refusal("flagMeansMark") }],
  ["fluent-type", { kind: "words", words: ["Message", "Term"], count: [1, 1] }],
  ["etranslation-domain", { kind: "form", form: ETRANSLATION_DOMAIN, meant: refusal("flagMeansDomain") }],
  ["variants", text],
  ["term-forms", { kind: "text", count: [1, 50] }],
  ["discard", { kind: "flags", count: [1, 100] }],
  ["icu-tag-prefix", text],
  ["icu-flags", { kind: "words", words: ICU_WORDS, count: [1, 20] }],
  ["regex", { kind: "pattern" }],
  ["placeholders", { kind: "placeholders" }],
  ["replacements", { kind: "pairs" }],
]);
