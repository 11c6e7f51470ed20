import { describe, expect, it } from "vitest";
import {
  globMatcher,
  globProblem,
  nameTemplate,
  readPotfiles,
  renewTemplate,
} from "@/lib/text/formats/gettext/gettext";

describe("patterns of paths", () => {
  it.each([
    ["src/**/*.c", ["src/a.c", "src/b/c/a.c"], ["src/a.h", "a.c", "xsrc/a.c", "src/a.c/x"]],
    ["*.py", ["a.py"], ["b/a.py", "aXpy"]],
    ["a?/[b].(c)", ["ab/[b].(c)"], ["a/[b].(c)", "ab/b.c"]],
    ["lib/**", ["lib/a/b"], ["lib", "libs/a"]],
  ])("%s", (pattern, fitting, others) => {
    const fits = globMatcher(pattern);
    expect(fitting.filter((path) => !fits(path))).toEqual([]);
    expect(others.filter(fits)).toEqual([]);
  });

  it("that could take long, or lead elsewhere, are refused", () => {
    for (const pattern of ["/etc/*", "../x", "a/../b", "**/**/**/**", "*".repeat(9), "x".repeat(201)])
      expect(globProblem(pattern), pattern).toBeDefined();
    for (const pattern of ["src/**/*.c", "a..b/*.c"]) expect(globProblem(pattern)).toBeUndefined();
  });

  it("POTFILES are read line by line", () => {
    expect(readPotfiles("# c\r\n[encoding: UTF-8]\n\n a.c \n[type: gettext/glade]b.ui\n")).toEqual(["a.c", "b.ui"]);
  });
});

describe("a template made anew", () => {
  const head = (date: string, name = "x") =>
    `# Head\nmsgid ""\nmsgstr ""\n"Project-Id-Version: ${name}\\n"\n"POT-Creation-Date: ${date}\\n"\n`;
  const rest = '\nmsgid "a"\nmsgstr ""\n';

  it("is the old one where only the date differs, and takes date and strings where those do", () => {
    const old = head("1", "mine") + rest;
    expect(renewTemplate(old, head("2") + rest, true)).toBe(old);
    expect(renewTemplate(old, `${head("2")}${rest}\nmsgid "b"\nmsgstr ""\n`, true)).toBe(
      `${head("2", "mine")}${rest}\nmsgid "b"\nmsgstr ""\n`,
    );
    expect(renewTemplate(old, head("2", "other") + rest, false)).toBe(head("2", "other") + rest);
    expect(renewTemplate(old, head("2", "mine") + rest, false)).toBe(old);
    expect(renewTemplate(undefined, head("2") + rest, true)).toBe(head("2") + rest);
  });

  it("bears the name of its component", () => {
    const made = "# SOME DESCRIPTIVE TITLE.\n# Copyright (C) YEAR A\n# FIRST AUTHOR <EMAIL@ADDRESS>, YEAR.\n#\n";
    expect(nameTemplate(made, "My $& app")).toBe("# Translation template of My $& app.\n#\n");
  });
});
