import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AddedString, keysNear, refusedAddition, stemOf } from "@/lib/text/formats/kernel/can-add";
import { findFormat, offeredFormats } from "@/lib/text/formats/registry";
import { builtinEnglish } from "@/lib/text/messages/catalogue";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { optionsFor } from "../samples";

const string = (context: string, ...texts: string[]): AddedString => {
  const forms = texts.length === 0 ? ["x"] : texts;
  return { context, sources: forms, targets: forms };
};

const options = optionsFor("en", { monolingual: true, isTemplate: true });

/** What is said of adding one string beside others; "" where it fits. */
function said(format: string, fresh: AddedString, ...known: AddedString[]): string {
  const refused = refusedAddition(findFormat(format)!, options, known, [fresh]);
  if (!refused) return "";
  return typeof refused.why === "string" ? refused.why : sayRefusal(builtinEnglish(), refused.why);
}

/** A text, and a key that has levels below it, as each nested format spells them. */
const NESTED: [string, string, string][] = [
  ["json-nested", "nav.home", "nav.home.x"],
  ["json-nested", "nav", "nav[0]"],
  ["i18next", "nav.home", "nav.home.x"],
  ["i18nextv4", "nav.home", "nav.home.x"],
  ["yaml", "nav->home", "nav->home->x"],
  ["ruby-yaml", "nav->home", "nav->home->x"],
  ["toml", "nav.home", "nav.home.x"],
  ["php", "return[]->'nav'", "return[]->'nav'[]->'x'"],
  ["php", "$l['nav']", "$l['nav']['x']"],
  ["laravel", "nav", "nav[]->'x'"],
];

describe("a new string beside those that are there", () => {
  it.each(NESTED)("of %s: %s and %s do not go together, in either order", (format, text, below) => {
    const beside = below.replace(/x(?='?\]?$)/, "y").replace("[0]", "[1]");
    expect(said(format, string(below), string(text))).toContain(below);
    expect(said(format, string(text), string(below))).toMatch(/place|already/);
    expect(said(format, string(beside), string(below))).toBe("");
  });

  it("is no clash where keys have one level, or where forms stand beside a key", () => {
    for (const format of ["json", "arb", "go-i18n-toml", "properties", "aresource", "strings", "resx"])
      expect(said(format, string("nav.home.x"), string("nav.home")), format).toBe("");
    expect(said("i18nextv4", string("nav.x"), string("nav", "one", "many"))).toBe("");
  });

  it("is not taken where the file would say it as a form of another, or take the forms of another away", () => {
    expect(said("i18nextv4", string("pear_one"))).toContain("as a form");
    expect(said("i18nextv4", string("pear_few"), string("pear", "one", "many"))).toContain("as a form");
    expect(said("i18next", string("pear_plural"), string("pear"))).toContain("as a form");
    expect(said("gwt", string("pear[one]"), string("pear"))).toContain("as a form");
    expect(said("ruby-yaml", string("pear->one"))).toContain("as a form");
    expect(said("ruby-yaml", string("pear->one"), string("pear->label"))).toBe("");
    expect(said("ruby-yaml", string("pear->label"), string("pear", "one", "many"))).toContain("plural forms");
  });

  it("is refused for a key or a text that its format cannot spell", () => {
    expect(said("fluent", string("nav.home"))).toContain("use letters, digits");
    expect(said("fluent", string("nav", "{ $x"))).toContain("not Fluent");
    expect(said("properties", string("a key"))).toContain("written as");
    expect(said("arb", string("@nav"))).toContain("cannot start with @");
  });

  it("is told of the first of several, and of those that clash among themselves", () => {
    const fresh = [string("a"), string("b"), string("b.c"), string("d")];
    expect(refusedAddition(findFormat("json-nested")!, options, [], fresh)?.context).toBe("b.c");
    expect(refusedAddition(findFormat("json-nested")!, options, [string("d[0]")], fresh.toSpliced(2, 1))).toMatchObject(
      { context: "d" },
    );
  });

  it("does not stumble over keys that are in no nested file together", () => {
    expect(said("json-nested", string("a.z"), string("a.b.c"), string("a.b"))).toBe("");
  });

  it("finds no fault with strings that files have", () => {
    const folder = join(import.meta.dirname, "../../../fixtures/formats");
    for (const format of offeredFormats()) {
      const monolingual = format.kind !== "bilingual";
      const own = optionsFor("cs", { monolingual, isTemplate: monolingual });
      if (!format.canAdd || format.create(undefined, own) === undefined) continue;
      const files = readdirSync(folder).includes(format.id) ? readdirSync(join(folder, format.id)) : [];
      for (const name of files) {
        const { entries } = format.parse(format.decode(readFileSync(join(folder, format.id, name))), own);
        const strings = entries.filter(({ targets, state }) => targets.join("") !== "" && state !== "read-only");
        for (const fresh of strings) {
          // A list has its first items first; of others, the format says itself that it never writes them.
          if (/\[\d+\]|a long key|dict\/n$|^none\./.test(fresh.context)) continue;
          const known = strings.filter((other) => other !== fresh);
          expect(refusedAddition(format, own, known, [fresh]), `${format.id} ${fresh.context}`).toBeUndefined();
        }
      }
    }
  });
});

it("looks for those above a key, below it and beside it", () => {
  expect(stemOf("nav.home.title")).toBe("nav.home.");
  expect(stemOf("nav->home")).toBe("nav->");
  expect(stemOf("return[]->'a'[]->'b'")).toBe("return[]->'a'[]->'");
  expect(stemOf("plain key")).toBe("");
  const known = ["nav", "nav.home", "nav.home.title.x", "nav.home.other", "navigation", "other", ""];
  expect([...keysNear(known, ["nav.home.title"])]).toEqual(["nav", "nav.home", "nav.home.title.x", "nav.home.other"]);
});
