import { describe, expect, it } from "vitest";
import { compilePathPattern } from "@/lib/text/path-pattern";
import { said } from "../support/said";

const matchOf = (text: string, path: string) => {
  const pattern = compilePathPattern(text);
  return "problem" in pattern ? said(pattern.problem) : pattern.match(path)?.groups;
};

describe("patterns over paths", () => {
  it("match whole paths only", () => {
    expect(matchOf("(?P<component>[^/]*)/(?P<language>[^/]*)\\.po", "app/cs.po")).toEqual({
      component: "app",
      language: "cs",
    });
    expect(matchOf("(?P<component>[^/]*)/(?P<language>[^/]*)\\.po", "x/app/cs.po")).toBeUndefined();
  });

  it("take a group that is repeated only where it is the same", () => {
    const text = "l/(?P<language>[^/]*)/(?P<component>[^/.]*)_(?P=language)\\.json";
    expect(matchOf(text, "l/cs/app_cs.json")).toEqual({ language: "cs", component: "app" });
    expect(matchOf(text, "l/cs/app_de.json")).toBeUndefined();
  });

  it("say what is wrong, and end soon whatever the pattern", () => {
    expect(matchOf("(", "a")).toMatch(/cannot be used/);
    expect(matchOf("(?P=language)", "a")).toMatch(/refers to language/);
    expect(matchOf("a".repeat(2000), "a")).toMatch(/longer/);
    const before = performance.now();
    expect(matchOf("(?P<a>(x+x+)+)y", "x".repeat(5000))).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(2000);
  });
});
