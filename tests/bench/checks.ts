import { runChecks } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";
import { formatFlags } from "@/lib/text/formats/kernel/format-flags";
import { quantile, type Report } from "./report";

/**
 * Checks: all that hold for a string, by what its text is written in. Every source is read in seven languages, as an import
 * does, so that what is remembered of sources counts as it does there.
 */

const SOURCES = 2000;
const LANGUAGES = ["cs", "de", "fr", "ar", "ja", "ru", "pl"];
const RUNS = 5;
const MOST = 150;

interface Kind {
  name: string;
  flags: string;
  source: (index: number) => string;
  target: (index: number) => string;
}

const KINDS: readonly Kind[] = [
  {
    name: "plain text",
    flags: "",
    source: (n) => `The setting number ${n} was saved to the <b>server</b> at once, and nothing was lost on the way.`,
    target: (n) => `Nastavení číslo ${n} bylo hned uloženo na <b>server</b> a nic se po cestě neztratilo.`,
  },
  {
    name: "C format",
    flags: "c-format",
    source: (n) => `Copied %1$s to %2$s, ${n} of %3$d files are left`,
    target: (n) => `%1$s zkopírováno do %2$s, zbývá ${n} z %3$d souborů`,
  },
  {
    name: "ICU messages",
    flags: formatFlags("arb"),
    source: (n) =>
      `{who} has {n, plural, one {# file in folder ${n}} other {# files in folder ${n}}} since {day, date, short}`,
    target: (n) =>
      `{who} má {n, plural, one {# soubor ve složce ${n}} few {# soubory ve složce ${n}} other {# souborů ve složce ${n}}} od {day, date, short}`,
  },
  {
    name: "MessageFormat 2",
    flags: "mf2-format",
    source: (n) => `.input {$n :number} .match $n one {{{$who} has {$n} file ${n}}} * {{{$who} has {$n} files ${n}}}`,
    target: (n) =>
      `.input {$n :number} .match $n one {{{$who} má {$n} soubor ${n}}} few {{{$who} má {$n} soubory ${n}}} * {{{$who} má {$n} souborů ${n}}}`,
  },
  {
    name: "Fluent",
    flags: formatFlags("fluent"),
    source: (n) =>
      `{ $n ->\n    [one] { $who } has a <b>file</b> ${n}\n   *[other] { $who } has { $n } <b>files</b> ${n}\n}\n.title = Files`,
    target: (n) =>
      `{ $n ->\n    [one] { $who } má <b>soubor</b> ${n}\n    [few] { $who } má { $n } <b>soubory</b> ${n}\n   *[other] { $who } má { $n } <b>souborů</b> ${n}\n}\n.title = Soubory`,
  },
  {
    name: "Markdown",
    flags: formatFlags("markdown"),
    source: (n) => `Read **chapter ${n}** in [the manual](#manual) or the [notes][1], and call \`save()\` with _care_.`,
    target: (n) =>
      `Přečtěte **kapitolu ${n}** v [příručce](#manual) či [poznámkách][1] a volejte \`save()\` _opatrně_.`,
  },
  {
    name: "a limit of size",
    flags: "max-size:400:2, font-size:14, font-weight:bold",
    source: (n) => `The setting number ${n} was saved to the server at once`,
    target: (n) => `Nastavení číslo ${n} bylo hned uloženo na server`,
  },
];

/** Microseconds that the checks of a string take, of a run over all sources in all languages. */
function measure({ flags, source, target }: Kind, run: number): number {
  const parsed = parseFlags(flags);
  const pairs = Array.from(
    { length: SOURCES },
    (_, index) =>
      [
        source(index + run * SOURCES),
        LANGUAGES.map(
          (language) => [language, `${target(index + run * SOURCES)}${language === "ja" ? " " : ""}`] as const,
        ),
      ] as const,
  );
  const start = performance.now();
  let failed = 0;
  for (const [text, targets] of pairs)
    for (const [languageCode, translation] of targets)
      failed += runChecks({ sources: [text], targets: [translation], flags: parsed, languageCode }).length;
  const took = performance.now() - start;
  if (failed > SOURCES * LANGUAGES.length * 2) throw new Error("These strings are not what they are meant to be.");
  return (took * 1000) / (SOURCES * LANGUAGES.length);
}

export function benchChecks(report: Report): void {
  for (const kind of KINDS) {
    measure(kind, RUNS);
    const samples = Array.from({ length: RUNS }, (_, run) => measure(kind, run));
    report.add(`Checks of a string, ${kind.name}`, quantile(samples, 0.5), "µs", { most: MOST });
  }
}
