import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ALERTS } from "@/app/ui/alert-texts";
import { serviceId } from "@/lib/domain/machinery/services";
import { effectiveFlags, failingChecks, priorityOf } from "@/lib/domain/quality/check-unit";
import { CHECK_IDS, flagFormOf } from "@/lib/text/checks/ids";
import { CHECKS, findCheck } from "@/lib/text/checks/registry";
import { runChecks } from "@/lib/text/checks/run";
import { STRING_CHECK_IDS } from "@/lib/text/checks/string-checks";
import { applyFixups } from "@/lib/text/fixups/apply";
import { FLAG_ALIASES } from "@/lib/text/flags/aliases";
import { formatFlags, parseFlags } from "@/lib/text/flags/flags";
import { KNOWN_FLAGS } from "@/lib/text/flags/known";
import { validateFlags } from "@/lib/text/flags/validate";
import { protectedSpans } from "@/lib/text/protected-spans";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import { parseQuery } from "@/lib/text/search-query/parse";
import {
  ALERT_KINDS,
  CHECK_FLAGS,
  FILTERS,
  ICU_FLAGS,
  OTHER_FLAGS,
  REFUSED_CHECKS,
  REFUSED_SERVICES,
  SERVICES,
  SPECIFIED_CHECKS,
} from "../fixtures/specification";
import { CASES, type Case } from "./checks/cases";
import { checkedString } from "./checks/checked-string";

/**
 * Whatever the specification names does something, or is refused. What fields of searches find stands in
 * `tests/domain/search/random.test.ts`, as it takes a database.
 */

const fails = (given: Case, id: string): boolean =>
  runChecks(checkedString(given, findCheck(id)?.looksAt === "source")).some(({ check }) => check === id);

/** A failing case of a check whose flags hold a name. */
const failingWith = (id: string, flag: string): Case | undefined =>
  CASES[id]?.fails.find(([, , , flags = ""]) => parseFlags(flags).has(flag));

const without = (flags: string, name: string): string => {
  const rest = new Map(parseFlags(flags));
  rest.delete(name);
  return formatFlags(rest);
};

describe("every check of the specification", () => {
  it.each(SPECIFIED_CHECKS)("%s fails some text, and is ignored by its flag", (id) => {
    expect(CHECK_IDS).toContain(id);
    expect(validateFlags(`ignore-${flagFormOf(id)}`)).toEqual([]);
    expect(() => parseQuery(`check:${id} OR dismissed_check:${id}`)).not.toThrow();
    if (STRING_CHECK_IDS.includes(id)) {
      expect(readFileSync("tests/domain/units/related-checks.test.ts", "utf8")).toContain(`"${id}"`);
      return;
    }
    const [source, target, language, flags = ""] = CASES[id]?.fails[0] ?? ["", ""];
    expect(fails([source, target, language, flags], id)).toBe(true);
    const ignoring = [flags, `ignore-${flagFormOf(id)}`].filter(Boolean).join(", ");
    expect(fails([source, target, language, ignoring], id)).toBe(false);
    const [passing] = CASES[id]?.passes ?? [];
    expect(passing && fails(passing, id)).toBe(false);
  });

  it.each(REFUSED_CHECKS)("%s is refused, as nothing finds it", (id) => {
    expect(CHECK_IDS).not.toContain(id);
    expect(validateFlags(`ignore-${flagFormOf(id)}`)).toHaveLength(1);
    expect(() => parseQuery(`check:${id}`)).toThrow();
  });

  it("are all that are known, but for the two of this service", () => {
    expect(CHECK_IDS.filter((id) => !SPECIFIED_CHECKS.includes(id))).toEqual(["asciidoc-markup", "mf2_format"]);
  });
});

const found = (flags: string, source: string, target: string, language = "cs"): string[] =>
  runChecks(checkedString([source, target, language, flags])).map(({ check }) => check);

/** What a flag changes, as a pair: without it and with it. */
type Change = readonly [without: unknown, within: unknown];

const size = (flag: string, text = "Wide text"): Change => [
  found("max-size:52", "a", text),
  found(`max-size:52, ${flag}`, "a", text),
];

const WITNESSES: Readonly<Record<string, () => Change>> = {
  "read-only": () => [found("", "Good.", "Dobré"), found("read-only", "Good.", "Dobré")],
  "ignore-all-checks": () => [found("", "Good.", "Dobré"), found("ignore-all-checks", "Good.", "Dobré")],
  priority: () => [priorityOf(parseFlags("")), priorityOf(parseFlags("priority:150"))],
  "font-family": () => size("font-family:jetbrains-mono"),
  "font-weight": () => size("font-weight:black", "Wide texts"),
  "font-size": () => size("font-size:20"),
  "font-spacing": () => size("font-spacing:3"),
  replacements: () => [
    found("max-length:9", "{x}", "Ahoj {x}"),
    found('max-length:9, replacements:"{x}":Maximilian', "{x}", "Ahoj {x}"),
  ],
  "case-insensitive": () => [
    found("placeholders:NAME", "NAME", "name"),
    found("placeholders:NAME, case-insensitive", "NAME", "name"),
  ],
  discard: () => [
    formatFlags(effectiveFlags(["c-format", "url"])),
    formatFlags(effectiveFlags(["c-format", "url, discard:c-format"])),
  ],
  "strict-same": () => [found("", "Linux", "Linux"), found("strict-same", "Linux", "Linux")],
  "strict-format": () => {
    const one = (flags: string) =>
      runChecks(checkedString([["%d file", "%d files"], ["soubor", "%d soubory", "%d souborů"], "cs", flags])).map(
        ({ check }) => check,
      );
    return [one("c-format"), one("c-format, strict-format")];
  },
  "dos-eol": () => {
    const saved = (flags: string) =>
      applyFixups({ sources: ["a\r\nb"], targets: ["a\nb"], flags: parseFlags(flags), languageCode: "cs" }).targets;
    return [saved(""), saved("dos-eol")];
  },
  "xml-text": () => [found("max-length:5", "a", "<b>abcde</b>"), found("max-length:5, xml-text", "a", "<b>abcde</b>")],
  "icu-flags": () => [
    found("icu-message-format", "Hi {a}", "Ahoj"),
    found("icu-message-format, icu-flags:-missing", "Hi {a}", "Ahoj"),
  ],
  "fluent-type": () => [
    found("", "Open the file", "Open the file"),
    found("fluent-type:Term", "Open the file", "Open the file"),
  ],
  "icu-tag-prefix": () => [
    found("icu-message-format, icu-flags:xml", "<b>x</b>", "x"),
    found('icu-message-format, icu-flags:xml, icu-tag-prefix:"x:"', "<b>x</b>", "x"),
  ],
};

/** What takes more than one string is seen by tests that have a database. */
const ELSEWHERE: Readonly<Record<string, [file: string, text: string]>> = {
  terminology: ["tests/domain/glossary/check.test.ts", 'extraFlags: "terminology"'],
  forbidden: ["tests/domain/glossary/terms.test.ts", 'extraFlags: "case-sensitive, forbidden"'],
  variants: ["tests/domain/units/variants.test.ts", "variants:"],
  "case-sensitive": ["tests/domain/glossary/terms.test.ts", 'extraFlags: "case-sensitive'],
  "term-forms": ["tests/domain/glossary/terms.test.ts", "term-forms:"],
  "etranslation-domain": ["tests/domain/machinery/etranslation.test.ts", "etranslation-domain:ECJ"],
};

/** Flags of this service alone. */
const OWN_FLAGS = [
  "mf2-format",
  "kde-format",
  "asciidoc-text",
  "case-sensitive",
  "term-forms",
  "fluent-type",
  "etranslation-domain",
];
/** What files of gettext say to its own programs: taken where files carry it. `no-c-format` takes `c-format` away. */
const OF_GETTEXT = /^(?:no-|possible-|impossible-)[a-z0-9-]+-format$|^(?:no-)?wrap$|^range$/;

const ICU_WITNESSES: Readonly<Record<string, (flags: string) => unknown>> = {
  xml: (flags) => found(flags, "<b>x</b>", "x"),
  "strict-xml": (flags) => found(flags, "a", "a < b"),
  "-highlight": (flags) => protectedSpans("{a}", parseFlags(flags)).length,
  "-require_other": (flags) => found(flags, "{n, plural, other {x}}", "{n, plural, one {x}}"),
  "-plural_selectors": (flags) => found(flags, "{n, plural, other {x}}", "{n, plural, several {x} other {y}}"),
  "-submessage_selectors": (flags) => found(flags, "{g, select, a {x} other {y}}", "{g, select, b {x} other {y}}"),
  "-types": (flags) => found(flags, "{n, number}", "{n, date}"),
  "-tags": (flags) => found(flags, "<b>x</b>", "x"),
  "-extra": (flags) => found(flags, "Hi", "Ahoj {a}"),
  "-missing": (flags) => found(flags, "Hi {a}", "Ahoj"),
};

describe("every flag of the specification", () => {
  it.each([...CHECK_FLAGS, "mf2-format", "kde-format", "asciidoc-text"])("%s switches a check on", (given) => {
    expect(validateFlags(given)).toEqual([]);
    const flag = FLAG_ALIASES.get(given) ?? given;
    const asked = CHECKS.filter(({ runs }) => runs !== "always" && runs.flags.includes(flag));
    const seen = asked.flatMap(({ id }) => {
      const given = failingWith(id, flag);
      return given ? [{ id, given }] : [];
    });
    expect(seen, `no failing case of a check has the flag ${flag}`).not.toEqual([]);
    for (const { id, given } of seen) {
      const [source, target, language, flags = ""] = given;
      expect(fails(given, id)).toBe(true);
      expect(fails([source, target, language, without(flags, flag)], id)).toBe(false);
    }
  });

  it.each([...OTHER_FLAGS, "case-sensitive", "term-forms", "fluent-type", "etranslation-domain"])(
    "%s changes something",
    (flag) => {
      const elsewhere = ELSEWHERE[flag];
      if (elsewhere) {
        expect(readFileSync(elsewhere[0], "utf8")).toContain(elsewhere[1]);
        return;
      }
      const witness = WITNESSES[flag];
      if (witness) {
        const [before, after] = witness();
        expect(after).not.toEqual(before);
        return;
      }
      // What is left asks for a check, with a parameter.
      const [check] = CHECKS.filter(({ runs }) => runs !== "always" && runs.flags.includes(flag));
      const given = check && failingWith(check.id, flag);
      expect(given, `nothing sees the flag ${flag}`).toBeDefined();
      if (!check || !given) return;
      const [source, target, language, flags = ""] = given;
      expect(fails(given, check.id)).toBe(true);
      expect(fails([source, target, language, without(flags, flag)], check.id)).toBe(false);
      expect(validateFlags(flag)).toHaveLength(1);
    },
  );

  it.each(ICU_FLAGS)("icu-flags:%s changes something", (word) => {
    const base = word === "-tags" ? "icu-flags:xml" : "";
    const flags = (text: string) => ["icu-message-format", text].filter(Boolean).join(", ");
    const witness = ICU_WITNESSES[word];
    expect(witness?.(flags(base ? `${base}:${word}` : `icu-flags:${word}`))).not.toEqual(witness?.(flags(base)));
    expect(validateFlags(`icu-flags:${word}`)).toEqual([]);
  });

  it("or of this service, and no other is taken", () => {
    const seen = new Set([
      ...CHECK_FLAGS,
      ...OTHER_FLAGS,
      ...OWN_FLAGS,
      ...CHECK_IDS.map((id) => `ignore-${flagFormOf(id)}`),
    ]);
    const others = [...KNOWN_FLAGS.keys()].filter((flag) => !seen.has(flag));
    expect(others.filter((flag) => !OF_GETTEXT.test(flag))).toEqual([]);
    expect(formatFlags(effectiveFlags(["c-format, url", "no-c-format, wrap"]))).toBe("no-c-format, url, wrap");
  });

  it("that nobody knows are refused", () => {
    for (const flag of ["no-such-flag", "ignore-nothing", "discard:nothing", "icu-flags:nothing"])
      expect(validateFlags(flag)).toHaveLength(1);
  });

  it("holds in a whole unit as in a bare string", () => {
    const subject = {
      ...{ sources: ["Good."], targets: ["Dobré"], languageCode: "cs", sourceLanguageCode: "en", isSource: false },
      plural: { number: 1, formula: "0" },
    };
    expect(failingChecks({ ...subject, flagLevels: [""] })).toContain("end_stop");
    expect(failingChecks({ ...subject, flagLevels: ["ignore-end-stop"] })).not.toContain("end_stop");
    expect(failingChecks({ ...subject, flagLevels: ["ignore-end-stop", "discard:ignore-end-stop"] })).toContain(
      "end_stop",
    );
  });
});

describe("every word of searches", () => {
  it.each([
    ["has:failing-check", "has:check"],
    ["has:ignored-check", "has:dismissed-check"],
    ["is:fuzzy", "is:needs-editing"],
    ["key:x", "context:x"],
  ])("%s means %s", (one, other) => {
    expect(parseQuery(one)).toEqual(parseQuery(other));
  });

  it.each(Object.entries(FILTERS))("the filter %s is the search %j", (name, query) => {
    expect(NAMED_FILTERS.get(name)).toBe(query);
  });

  it("that nobody knows are refused", () => {
    for (const query of ["has:nothing", "is:nothing", "nothing:x", "check:nothing", "state:nothing", "added:nothing"])
      expect(() => parseQuery(query)).toThrow();
  });
});

describe("every service of the specification", () => {
  it.each(SERVICES)("%s is there", (id) => expect(serviceId(id)).toBe(id));
  it.each(REFUSED_SERVICES)("%s is not known", (id) => expect(serviceId(id)).toBeUndefined());
});

/** Who raises an alert names it; what it says stands beside its kind. */
const RAISING = ["components", "sync", "integrate", "addons", "creation", "diagnostics", "hooks", "units"]
  .flatMap((module) =>
    readdirSync(`lib/domain/${module}`, { recursive: true, encoding: "utf8" }).map(
      (name) => `lib/domain/${module}/${name}`,
    ),
  )
  .filter((path) => path.endsWith(".ts") && path !== "lib/domain/components/alerts.ts")
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

describe("every kind of alert of the specification", () => {
  it.each(ALERT_KINDS)("%s is raised, and has words", (kind) => {
    expect(Object.keys(ALERTS)).toContain(kind);
    expect(new RegExp(`"${kind}"|\\b${kind}:`).test(RAISING)).toBe(true);
  });
});
