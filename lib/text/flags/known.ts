import { CHECK_IDS, flagFormOf } from "@/lib/text/checks/ids";

/** What a flag takes after its name. */
export type FlagShape =
  | { kind: "plain" }
  | { kind: "number"; least: number; most: number; count: [number, number] }
  | { kind: "text"; count: [number, number] }
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
  javascript-format object-pascal-format scheme-format qt-format qt-plural-format ruby-format java-printf-format
  java-format c-sharp-format angularjs-format automattic-components-format es-format i18next-interpolation
  laravel-format percent-placeholders vue-format icu-message-format
  fluent-target-syntax fluent-parts fluent-references fluent-target-inner-html fluent-source-syntax
  fluent-source-inner-html`);

/** All flags the service knows, with what they take. */
export const KNOWN_FLAGS: ReadonlyMap<string, FlagShape> = new Map<string, FlagShape>([
  ...PLAIN.map((name): [string, FlagShape] => [name, plain]),
  ...CHECK_IDS.map((id): [string, FlagShape] => [`ignore-${flagFormOf(id)}`, plain]),
  ["priority", number(-1_000_000, 1_000_000)],
  ["max-length", number(1, 1_000_000)],
  ["max-size", number(1, 1_000_000, 2)],
  ["max-lines", number(1, 100_000)],
  ["source-max-length", number(1, 1_000_000)],
  ["font-size", number(1, 1000)],
  ["font-spacing", number(-1000, 1000)],
  ["font-family", text],
  ["font-weight", text],
  ["accelerator", text],
  ["variants", text],
  ["term-forms", { kind: "text", count: [1, 50] }],
  ["discard", { kind: "text", count: [1, 100] }],
  ["icu-tag-prefix", text],
  ["icu-flags", { kind: "text", count: [1, 20] }],
  ["regex", { kind: "pattern" }],
  ["placeholders", { kind: "placeholders" }],
  ["replacements", { kind: "pairs" }],
]);

/** Spellings of earlier days and of other tools. */
export const FLAG_ALIASES: ReadonlyMap<string, string> = new Map([
  ["markdown-text", "md-text"],
  ["csharp-format", "c-sharp-format"],
]);
