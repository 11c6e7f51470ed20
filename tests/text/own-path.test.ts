import { describe, expect, it } from "vitest";
import { ownPath } from "@/lib/text/own-path";

const BASE = "https://loquat.test:8443";

describe("where somebody may be sent back to", () => {
  it.each([
    ["/", "/"],
    ["/projects/a/?q=b%20c#d", "/projects/a/?q=b%20c#d"],
    ["/a/../b/", "/b/"],
    ["/search/?q=a//b", "/search/?q=a//b"],
    ["/projects//a/", "/projects//a/"],
    ["https://loquat.test:8443/x?y", "/x?y"],
    ["HTTPS://LOQUAT.test:8443/x", "/x"],
    ["/č", "/%C4%8D"],
  ])("%s leads to %s", (given, path) => {
    expect(ownPath(given, BASE)).toBe(path);
  });

  it.each([
    "/..//evil.example/x",
    "/.//evil.example/x",
    "/a/..//evil.example/x",
    "/a/b/../..//evil.example/x",
    "/%2e%2e//evil.example/x",
    "/%2E/%2e.//evil.example",
    "/.%2e//evil.example/x",
    "https://loquat.test:8443//evil.example/x",
    "https://loquat.test:8443/..//evil.example/x",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "/\t/evil.example/",
    "/\n/evil.example/",
    "/..\\/evil.example/",
    "/a\u0000b",
    "/a\u007fb",
    "https://evil.example/",
    "https://loquat.test:8443.evil.example/",
    "https://loquat.test:8443@evil.example/",
    "https://somebody@loquat.test:8443/",
    "http://loquat.test:8443/",
    "https://loquat.test/",
    "http:loquat",
    "javascript:alert(1)",
    "data:text/html,x",
    "projects/",
    " /projects/",
    "",
    `/${"a".repeat(1000)}`,
    undefined,
    ["/a"],
    7,
  ])("%j leads nowhere", (given) => {
    expect(ownPath(given, BASE)).toBeUndefined();
  });
});
