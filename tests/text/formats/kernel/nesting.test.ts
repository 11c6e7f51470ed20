import { describe, expect, it } from "vitest";
import { deepFluent, deepToml } from "@/lib/text/formats/kernel/nesting";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../samples";

describe("how deep brackets are nested", () => {
  it("in TOML, where texts and comments do not count", () => {
    expect(deepToml("a = [[[1]]]\n[[b]]\n", 3)).toBe(-1);
    expect(deepToml("a = [[[1]]]\n", 2)).toBe(6);
    const texts = `a = "[[[\\"[["\nb = '[[[\\'\nc = """[["\\""" [[["""\nd = '''[[['''\n# [[[[\ne = [1]\n`;
    expect(deepToml(texts, 1)).toBe(-1);
    expect(deepToml(`${texts}f = [[1]]`, 1)).toBe(texts.length + 5);
    expect(deepToml('a = "[\nb = [[1]]', 1)).toBe(12);
    expect(deepToml('a = """[[', 1)).toBe(-1);
  });

  it("in Fluent, where literals do not count and each entry starts anew", () => {
    expect(deepFluent('a = {"{"}{"{{{"} {"\\"{"} (((\nb = x', 1)).toBe(-1);
    expect(deepFluent("a = { {x} }\n", 1)).toBe(6);
    expect(deepFluent("a = {\n    F(G($n))\n}\n", 2)).toBe(13);
    expect(deepFluent("a = {\nb = {\nc = {\n", 1)).toBe(-1);
  });

  it.each([
    ["yaml", "[".repeat(100_000)],
    ["yaml", "- ".repeat(100_000)],
    ["yaml", "a: ".repeat(100_000)],
    ["ruby-yaml", `cs: ${"{a: ".repeat(100_000)}`],
    ["toml", `a = ${"[{a=".repeat(100_000)}`],
    ["fluent", `a = { F(${"F(".repeat(100_000)}`],
  ])("is bounded in %s before its parser goes down", (id, text) => {
    const format = findFormat(id)!;
    expect(() => format.parse(text, optionsFor("cs"))).toThrow(/nested/);
  });

  it("lets files pass that are as deep as any", () => {
    const yaml = `${Array.from({ length: 50 }, (_, at) => `${"  ".repeat(at)}a:`).join("\n")} text\n`;
    expect(findFormat("yaml")!.parse(yaml, optionsFor("cs")).entries).toHaveLength(1);
    const toml = `a = ${"[".repeat(50)}"text"${"]".repeat(50)}\n`;
    expect(findFormat("toml")!.parse(toml, optionsFor("cs")).entries).toHaveLength(1);
  });
});
