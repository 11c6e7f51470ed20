import { parseArgs } from "node:util";
import { differing, type Twin } from "@/lib/text/checks/inconsistent";
import { isOften, NOT_OF_SOURCES } from "@/lib/text/checks/multiple-failures";
import { confusedSources, doubtsOf } from "@/lib/text/checks/reused";
import { runChecks } from "@/lib/text/checks/run";
import { STATE } from "@/lib/text/codes";
import { grouped } from "@/lib/text/grouped";
import { type RealString, realStrings } from "./real-files";

/**
 * `npm run related-findings -- CHECK FORMAT FOLDER MASK[=TEMPLATE]…`: what checks that look at other strings say of real
 * files, each mask a component of one project; `inconsistent`, `reused`, `multiple_failures`, or `translated`, which
 * compares with an older state of the files in `--before FOLDER`. A line each, with tabs between.
 */
const { values, positionals } = parseArgs({ options: { before: { type: "string" } }, allowPositionals: true });
const [check = "", format = "", folder = "", ...masks] = positionals;

interface Found extends RealString {
  component: string;
}

const isEmpty = ({ targets }: RealString) => targets.every((text) => text.trim() === "");
const textOf = (forms: readonly string[]) => JSON.stringify(forms);

const read = (from: string): Found[] =>
  masks.flatMap((component) => {
    const [mask = "", template] = component.split("=");
    return [...realStrings({ format, folder: from, mask, template })].map((string) => ({ ...string, component }));
  });

const strings = read(folder);
const translated = strings.filter((string) => !isEmpty(string));
const [lines, say] = [
  new Set<string>(),
  (...words: (string | readonly string[])[]) =>
    lines.add(
      words.map((word) => JSON.stringify(typeof word === "string" ? word : word.join(" / ")).slice(1, -1)).join("\t"),
    ),
];

const CHECKS: Record<string, () => void> = {
  reused() {
    const done = translated.filter(({ isFuzzy }) => !isFuzzy);
    const ofSource = grouped(done, ({ sources }) => textOf(sources));
    const textsOf = (source: readonly string[]) => {
      const found = new Map<string, Set<string>>();
      for (const { code, targets } of ofSource.get(textOf(source)) ?? [])
        found.set(code, (found.get(code) ?? new Set()).add(textOf(targets)));
      return found;
    };
    for (const some of grouped(done, ({ code, targets }) => `${code} ${textOf(targets)}`).values()) {
      const [first] = some;
      if (!first || (first.plural?.number ?? 2) < 2) continue;
      const sources = [...grouped(some, (string) => textOf(string.sources)).values()].map((of) => ({
        forms: of[0]?.sources ?? [],
        isTranslated: true,
      }));
      const shared = { text: first.targets.join(""), languageCode: first.code, sourceLanguageCode: "en", sources };
      const confused = confusedSources(shared, doubtsOf(shared), (number) => textsOf(sources[number]?.forms ?? []));
      for (const number of confused) say(first.code, first.targets, sources[number]?.forms ?? []);
    }
  },
  inconsistent() {
    const twins = strings.map((string): Found & Twin => ({
      ...string,
      componentId: string.component,
      state: isEmpty(string) ? STATE.EMPTY : string.isFuzzy ? STATE.NEEDS_EDITING : STATE.TRANSLATED,
      text: textOf(string.targets),
    }));
    // Keys are no context of what a text says, but the service takes them for one.
    for (const some of grouped(twins, ({ code, context, sources }) => textOf([code, context, ...sources])).values())
      for (const { code, component, context, sources, targets } of differing(some))
        say(code, sources, targets, context, component);
  },
  multiple_failures() {
    const nameOf = ({ component, context, sources }: Found) => textOf([component, context, ...sources]);
    for (const some of grouped(translated, nameOf).values()) {
      const found = some.flatMap((string) =>
        runChecks({ ...string, languageCode: string.code }).map(({ check: of }) => ({ ...string, of })),
      );
      const ofSources = found.filter(({ of }) => !NOT_OF_SOURCES.includes(of));
      for (const [check, failing] of [[null, ofSources] as const, ...grouped(ofSources, ({ of }) => of)]) {
        const codes = new Set(failing.map(({ code }) => code)).size;
        if (isOften({ failing: codes, translated: some.length, check }))
          say(check ?? "any", `${codes} of ${some.length}`, some[0]?.sources ?? [], `${failing[0]?.targets[0]}`);
      }
    }
  },
  translated() {
    const nameOf = ({ component, context, sources }: Found) => textOf([component, context, ...sources]);
    const [sources, codes] = [new Set(strings.map(nameOf)), new Set(strings.map(({ code }) => code))];
    const now = new Map(strings.map((string) => [`${string.code} ${nameOf(string)}`, string]));
    for (const before of read(values.before ?? "")) {
      const string = now.get(`${before.code} ${nameOf(before)}`);
      // A key without a translation is not in the file; a whole file that is not there is no language any more.
      const isOpen = string
        ? isEmpty(string) || string.isFuzzy
        : before.component.includes("=") && codes.has(before.code);
      if (!isEmpty(before) && !before.isFuzzy && isOpen && sources.has(nameOf(before)))
        say(before.code, before.sources, before.targets, string?.targets ?? []);
    }
  },
};

const run = CHECKS[check];
if (!run) throw new Error(`There is no such check: ${check}. There are ${Object.keys(CHECKS).join(", ")}.`);
run();
for (const line of lines) console.log(line);
console.error(`${translated.length} translated strings, ${lines.size} findings`);
