import { describe, expect, it } from "vitest";
import { withoutCode } from "@/lib/text/checks/without-code";
import { parseFlags } from "@/lib/text/flags/flags";

describe("a source without its code", () => {
  const shown = (source: string, flags = "", target = "") => withoutCode(source, target, parseFlags(flags));

  it.each([
    ["Hello { $user-name }, {0}", "Hello …, …"],
    ["Run `git push` now", "Run .......... now"],
    ["See <code>index</code> and <b>index</b>", "See … and …index…"],
    ["At https://example.org/index?x=1 or index@example.org", "At … or …"],
    ["Use --index or --mirror=fetch, -n", "Use … or …, …"],
    ["Open parser.py, sys.path() and hook.%s.jobs", "Open …, … and …"],
    ["Some, e.g. these. And i.e. those", "Some, e.g. these. And i.e. those"],
    ["A well-known index - 5 -x", "A well-known index - 5 …"],
  ])("%s", (source, without) => {
    expect(shown(source)).toBe(without);
  });

  it.each([
    ["The ``index`` of :mod:`index`, :py:meth:`x.index`", "The … of …, …"],
    [":term:`index` and :ref:`the index <x-index>` and :ref:`x-index`", "index and the index and …"],
    ["The `index <https://example.org>`_ of it", "The `index  of it"],
  ])("in reStructuredText: %s", (source, without) => {
    expect(shown(source, "rst-text")).toBe(without);
  });

  it("leaves out a marked name that the translation has too", () => {
    expect(shown("The *path* of 'git merge'", "", "Die *path* von »git merge«")).toBe("The … of …");
    expect(shown("The *path* of it", "", "Der Pfad davon")).toBe("The *path* of it");
  });

  it("takes as long as the text is long", () => {
    for (const piece of ["`", "<code>", ":a:`", "``a", "'x", "a.", "-a", "{ a", "*a "]) {
      const start = performance.now();
      withoutCode(piece.repeat(50_000), "x".repeat(100), parseFlags("rst-text"));
      withoutCode(piece.repeat(50_000), "x".repeat(100), parseFlags(""));
      // Quadratic work takes minutes here.
      expect(performance.now() - start).toBeLessThan(5000);
    }
  });
});
