import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asker } from "@/lib/platform/hosts/ask";
import type { Ask, CodeHost, HostAccount, RequestPlace } from "@/lib/platform/hosts/host";
import { findCodeHost } from "@/lib/platform/hosts/registry";
import { placeOfRepository } from "@/lib/platform/outside/repository-place";
import { HOST_DIALECTS } from "../../support/hosts/dialects";
import {
  ACCOUNT,
  type ApiCall,
  type CodeHostServer,
  type Dialect,
  type HostWorld,
  serveCodeHost,
} from "../../support/hosts/world";

/** What Loquat asks of each code host in the host's own API; what it makes of the answers is tested with the domain. */

const MESSAGE = { title: "Texts of App", text: "From Loquat." };

let server: CodeHostServer;
let world: HostWorld;
let host: CodeHost;
let account: HostAccount;
let ask: Ask;
let place: RequestPlace;

async function reach(dialect: Dialect): Promise<void> {
  server = await serveCodeHost(dialect, { "a.txt": "one\n" });
  world = server.world;
  const found = findCodeHost(dialect.kind);
  if (!found) throw new Error(`Loquat knows no ${dialect.kind}.`);
  host = found;
  account = { ...ACCOUNT, api: world.api };
  ask = asker(host, account);
  const target = host.repositoryOf(placeOfRepository(world.address())?.path ?? "", account) ?? "";
  place = { target, targetBranch: "main", source: target, sourceBranch: "l10n" };
  branchOff({ "b.txt": "two\n" });
}

/** Commits files on a branch beside `main`. */
function branchOff(files: Record<string, string>): void {
  const { upstream } = world;
  const main = upstream.git("rev-parse", "main").trim();
  upstream.commit(files);
  upstream.git("branch", "--force", "l10n", "main");
  upstream.git("update-ref", "refs/heads/main", main);
}

const ownFork = ({ ownFork: name = "app" }: Dialect) => `${ACCOUNT.username}/${name}`;

describe.each(HOST_DIALECTS)("$kind", (dialect) => {
  beforeEach(() => reach(dialect));
  afterEach(() => server.close());

  it("opens a request, finds it again, and takes other words for it", async () => {
    expect(await host.findOpen(ask, place)).toBeUndefined();
    const made = await host.open(ask, place, MESSAGE);
    expect(made).toEqual({ number: "1", url: expect.stringMatching(/^http.*1$/), state: "open", conflict: false });
    const branches = { source: "org/app", sourceBranch: "l10n", target: "org/app", targetBranch: "main" };
    expect(world.requests).toEqual([{ ...MESSAGE, ...branches, number: 1, state: "open" }]);
    expect(await host.findOpen(ask, place)).toEqual(made);
    expect(await host.findOpen(ask, { ...place, sourceBranch: "other" })).toBeUndefined();
    await host.update(ask, place, "1", { title: "Better words", text: "" });
    expect(world.requests).toMatchObject([{ title: "Better words", text: "", state: "open" }]);
    expect(await host.read(ask, place, "1")).toEqual(made);
  });

  it("says how a request has ended", async () => {
    await host.open(ask, place, MESSAGE);
    world.close(1);
    expect(await host.read(ask, place, "1")).toMatchObject({ number: "1", state: "closed" });
    expect(await host.findOpen(ask, place)).toBeUndefined();
    expect(await host.open(ask, place, MESSAGE)).toMatchObject({ number: "2", state: "open" });
    expect(await host.findOpen(ask, place)).toMatchObject({ number: "2" });
    world.merge(2);
    expect(await host.read(ask, place, "2")).toMatchObject({ number: "2", state: "merged", conflict: false });
    expect(await host.findOpen(ask, place)).toBeUndefined();
  });

  it("refuses a second request for the same branches, and knows none that was never made", async () => {
    await host.open(ask, place, MESSAGE);
    await expect(host.open(ask, place, MESSAGE)).rejects.toMatchObject({ problem: "refused" });
    await expect(host.read(ask, place, "7")).rejects.toMatchObject({ problem: "not-found" });
    expect(world.requests.length).toBe(1);
  });

  if (dialect.tellsConflicts !== false)
    it("tells of a conflict", async () => {
      branchOff({ "a.txt": "ours\n" });
      await host.open(ask, place, MESSAGE);
      world.upstream.commit({ "a.txt": "theirs\n" });
      expect(await host.read(ask, place, "1")).toMatchObject({ state: "open", conflict: true });
    });

  it("makes one fork, which requests come from", async () => {
    const fork = await host.fork(ask, account, place.target);
    expect([...world.repositories.keys()]).toEqual(["org/app", ownFork(dialect)]);
    // Some name the account in it.
    expect(new URL(fork.http).href.replace(/\/\/\w+@/, "//")).toBe(world.address(ownFork(dialect)));
    expect(await host.fork(ask, account, place.target)).toEqual(fork);
    expect(await host.fork(ask, account, place.target, fork.path)).toEqual(fork);
    expect(world.repositories.size).toBe(2);
    const made = await host.open(ask, { ...place, source: fork.path }, MESSAGE);
    expect(world.requests).toMatchObject([{ source: ownFork(dialect), sourceBranch: "l10n", target: "org/app" }]);
    expect(await host.findOpen(ask, { ...place, source: fork.path })).toEqual(made);
    expect(await host.findOpen(ask, place)).toBeUndefined();
  });

  if (dialect.namesForks !== false)
    it("makes a fork by another name where ours is taken, and finds it again", async () => {
      world.fork("org/app", ownFork(dialect), "");
      const fork = await host.fork(ask, account, place.target);
      const [, taken, made] = [...world.repositories.keys()];
      expect(taken).toBe(ownFork(dialect));
      expect(await host.fork(ask, account, place.target)).toEqual(fork);
      expect(await host.fork(ask, account, place.target, fork.path)).toEqual(fork);
      expect(world.repositories.size).toBe(3);
      await host.open(ask, { ...place, source: fork.path }, MESSAGE);
      expect(world.requests).toMatchObject([{ source: made }]);
    });

  it("does not accept a wrong token", async () => {
    let refused = 0;
    const wrong = asker(host, { ...account, token: "wr0ng-t0ken", refused: () => refused++ });
    const told = await host.findOpen(wrong, place).catch((error: Error) => error);
    expect(told).toMatchObject({
      problem: "credentials",
      message: expect.stringContaining("does not accept the token"),
    });
    expect(String(told)).not.toContain("wr0ng-t0ken");
    expect(refused).toBe(1);
  });

  if (!dialect.mergesItself) {
    it("never merges by itself, and there is a reason to give", () => {
      expect(host.mergeWhenReady).toBeUndefined();
      expect(host.neverMerges).toBeDefined();
    });
    return;
  }

  it("merges when its checks have passed, asked once or twice", async () => {
    await host.open(ask, place, MESSAGE);
    await host.mergeWhenReady?.(ask, place, "1");
    await host.mergeWhenReady?.(ask, place, "1");
    expect([...world.automatic]).toEqual([1]);
    expect(await host.read(ask, place, "1")).toMatchObject({ state: "open" });
    world.pass();
    expect(await host.read(ask, place, "1")).toMatchObject({ state: "merged" });
    expect(world.upstream.read("b.txt")).toBe("two\n");
  });

  it("merges at once where there are no checks", async () => {
    world.checks = false;
    await host.open(ask, place, MESSAGE);
    await host.mergeWhenReady?.(ask, place, "1");
    expect(await host.read(ask, place, "1")).toMatchObject({ state: "merged" });
  });

  it("says why it does not merge by itself", async () => {
    await host.open(ask, place, MESSAGE);
    const merging = ({ method, path, body }: ApiCall) =>
      (method !== "GET" && /\/(graphql|merge)$/.test(path)) ||
      (method === "PATCH" && body.autoCompleteSetBy !== undefined);
    world.refuse = { when: merging, answer: { status: 405, body: { message: "Auto merge is not allowed here." } } };
    await expect(host.mergeWhenReady?.(ask, place, "1")).rejects.toMatchObject({
      words: "Auto merge is not allowed here.",
    });
    expect(await host.read(ask, place, "1")).toMatchObject({ state: "open" });
  });
});
