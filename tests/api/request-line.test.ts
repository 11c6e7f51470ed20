import { expect, it } from "vitest";
import { plainTarget, unknownMethod } from "@/lib/api/request-line";

/** What odd but legitimate clients write into the first line of a request. */

it.each([
  ["/api/projects/", "/api/projects/"],
  ["http://loquat.test/api/projects/?page=2", "/api/projects/?page=2"],
  ["HTTPS://loquat.test:8443/hooks/github/", "/hooks/github/"],
  ["http://loquat.test", "/"],
  ["//api/projects/", "/api/projects/"],
  ["/api//projects///a//", "/api/projects/a/"],
  ["/api/projects.json?q=a//b", "/api/projects/?format=json&q=a//b"],
  ["/exports//rss/", "/exports/rss/"],
  ["/api/components/p/c%252Fa/", "/api/components/p/c%252Fa/"],
  ["//evil.example/", "//evil.example/"],
  ["/projects//a/", "/projects//a/"],
  ["/?next=http://x//api/", "/?next=http://x//api/"],
])("%s is %s", (written, plain) => {
  expect(plainTarget(written)).toBe(plain);
});

it("methods that nothing here has are told from those that something has", () => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
    expect(unknownMethod(method)).toBeUndefined();
  for (const method of ["TRACE", "PROPFIND", "get", undefined])
    expect(unknownMethod(method)).toBe("GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS");
});
