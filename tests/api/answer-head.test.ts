import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { holdHead } from "@/lib/api/answer-length";

/** Heads of answers as they leave our own server, after the framework has added to them. */

const FRAMEWORK = "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch";

function varyOf(path: string, vary: string): Promise<string | undefined> {
  const server = createServer((_, response) => {
    holdHead(response);
    response.appendHeader("vary", FRAMEWORK);
    if (vary) response.appendHeader("Vary", vary);
    response.end("{}");
  });
  return new Promise((done, failed) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      const sent = request({ port, path, host: "127.0.0.1" }, (response) => {
        response.resume();
        server.close(() => done(response.headers.vary));
      });
      sent.on("error", failed);
      sent.end();
    });
  });
}

it("an answer of the API names in Vary what it depends on, and nothing that only pages look at", async () => {
  expect(await varyOf("/api/projects/?page=2", "Accept, Accept-Language, Cookie")).toBe(
    "Accept, Accept-Language, Cookie",
  );
  expect(await varyOf("/hooks/github/", "")).toBeUndefined();
  expect(await varyOf("/projects/", "Accept-Encoding")).toBe(`${FRAMEWORK}, Accept-Encoding`);
});
