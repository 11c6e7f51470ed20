import { closeSync, openSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runSmall } from "../small-shell";
import { ACCOUNT, type At, type Dialect, type HostWorld, ok, type WorldRequest } from "./world";

/**
 * Gerrit's REST API as its documentation shows it, and its repository: whoever pushes to refs/for/BRANCH makes a change,
 * or a patch set of the change that the Change-Id names.
 */

/** Account of Loquat at the server, and of somebody else. */
const US = { _account_id: 1000096, name: "Loquat Bot", email: "bot@review.example.org", username: ACCOUNT.username };
export const JANA = 1000097;

interface PatchSet {
  commit: string;
  ref: string;
  uploader: number;
  kind: string;
}

/** Patch sets of each request; the last one is the current one. */
const patchSets = new WeakMap<WorldRequest, PatchSet[]>();
const setsOf = (one: WorldRequest): PatchSet[] => patchSets.get(one) ?? [];

/** How many patch sets a change has. */
export const patchCount = (one: WorldRequest | undefined): number => (one ? setsOf(one).length : 0);

/** Adds a patch set, as a push or a click in the page does. */
export function addPatchSet(world: HostWorld, one: WorldRequest, commit: string, uploader: number, kind = "REWORK") {
  const sets = setsOf(one);
  const number = String(one.number).padStart(2, "0");
  const ref = `refs/changes/${number}/${one.number}/${sets.length + 1}`;
  world.upstream.git("update-ref", ref, commit);
  // The branch by which the world knows the work of a request.
  world.upstream.git("update-ref", `refs/heads/${one.sourceBranch}`, commit);
  patchSets.set(one, [...sets, { commit, ref, uploader, kind }]);
}

const idOf = (raw: string): string | undefined =>
  /^Change-Id: (I[0-9a-f]{40})$/m.exec(raw.trimEnd().split("\n\n").at(-1) ?? "")?.[1];

const changeOf = (world: HostWorld, ref: string, id: string): WorldRequest | undefined =>
  world.requests.find((one) => one.sourceBranch === id && `refs/for/${one.targetBranch}` === ref);

interface Pushed {
  ref: string;
  commit: string;
  raw: string;
  /** Commits that no branch has. */
  more: number;
}

/** Why the server does not take a push; undefined when it does. */
function refusalOf(world: HostWorld, { ref, commit, raw, more }: Pushed): string | undefined {
  const id = idOf(raw);
  if (!ref.startsWith("refs/for/")) return "prohibited by Gerrit: not permitted: update";
  if (more !== 1) return `a change for each of ${more} commits`;
  if (!id) return "missing Change-Id in message footer";
  if (!raw.includes(`\ncommitter ${US.name} <${US.email}> `)) return "committer email address is not registered";
  const found = changeOf(world, ref, id);
  if (found && found.state !== "open") return `change ${world.url}/c/org/app/+/${found.number} closed`;
  return found && setsOf(found).at(-1)?.commit === commit ? "no new changes" : undefined;
}

/** Makes a change of a commit, or a patch set of the one that is there. */
function take(world: HostWorld, { ref, commit, raw }: Pushed): void {
  const id = idOf(raw) ?? "";
  const [title = "", ...text] = raw.slice(raw.indexOf("\n\n") + 2).split("\n");
  const words = { title, text: text.join("\n").trim() };
  const found = changeOf(world, ref, id);
  const one = found ?? {
    ...{ number: world.requests.length + 1, state: "open" as const, target: "org/app", source: "org/app" },
    ...{ targetBranch: ref.slice("refs/for/".length), sourceBranch: id, ...words },
  };
  if (!found) world.requests.push(one);
  Object.assign(one, words);
  addPatchSet(world, one, commit, US._account_id);
  world.upstream.git("update-ref", "-d", ref);
}

const AUTHORIZED = `Basic ${Buffer.from(`${ACCOUNT.username}:${ACCOUNT.token}`).toString("base64")}`;

/**
 * Hooks that ask this world: what is pushed lies where it cannot see it until they have let it pass. They are scripts of
 * `sh` that ask through a pipe, as a program that asks by HTTP takes longer to start than git for its push. Gives what ends
 * it.
 */
export function reviewPushes(world: HostWorld): () => void {
  const folder = join(world.upstream.url, "hooks");
  const [asked, answer] = [join(folder, "asked"), join(folder, "answer")];
  runSmall({ program: "mkfifo", parameters: [asked, answer], env: process.env });
  const ask = `#!/bin/sh
ask() {
  { echo "$1 $2 $3 $4"; git cat-file commit "$3"; } >"${asked}"
  said=$(cat "${answer}")
  [ -z "$said" ] || { echo "ERROR: $said" >&2; exit 1; }
}
`;
  const hooks = {
    update: `ask judge "$1" "$3" "$(git rev-list --count "$3" --not refs/heads/main)"\n`,
    "post-receive": 'read -r old new ref\nask take "$ref" "$new" 0\n',
  };
  for (const [name, script] of Object.entries(hooks)) writeFileSync(join(folder, name), ask + script, { mode: 0o755 });
  let ended = false;
  const hear = async () => {
    while (!ended) {
      const text = await readFile(asked, "utf8");
      if (text === "") continue;
      const [step = "", ref = "", commit = "", more] = text.slice(0, text.indexOf("\n")).split(" ");
      const body = { ref, commit, raw: text.slice(text.indexOf("\n") + 1), more: Number(more) };
      const call = { method: "POST", path: `/a/pushed/${step}`, query: new URLSearchParams(), body };
      const told = world.answer({ ...call, headers: { authorization: AUTHORIZED } });
      await writeFile(answer, (told.body as { message?: string }).message ?? "");
    }
  };
  void hear();
  return () => {
    ended = true;
    // Whoever reads a pipe waits until somebody has had it open.
    closeSync(openSync(asked, "r+"));
  };
}

const STATUS = { open: "NEW", merged: "MERGED", closed: "ABANDONED" };

/** A change as the API shows it, with what was asked for by `o`. */
function changeInfo(world: HostWorld, one: WorldRequest, wanted: readonly string[]) {
  const current = setsOf(one).at(-1);
  const message = () => world.upstream.git("log", "-1", "--format=%B", current?.commit ?? "");
  return {
    id: `org%2Fapp~${one.targetBranch}~${one.sourceBranch}`,
    ...{ project: "org/app", branch: one.targetBranch, change_id: one.sourceBranch, subject: one.title },
    ...{ status: STATUS[one.state], _number: one.number, owner: { _account_id: US._account_id } },
    ...(one.state === "open" ? { mergeable: !world.conflicts(one) } : {}),
    ...(current && wanted.includes("CURRENT_REVISION")
      ? {
          current_revision: current.commit,
          revisions: {
            [current.commit]: {
              ...{ _number: setsOf(one).length, ref: current.ref, kind: current.kind },
              uploader: { _account_id: current.uploader },
              ...(wanted.includes("CURRENT_COMMIT") ? { commit: { subject: one.title, message: message() } } : {}),
            },
          },
        }
      : {}),
  };
}

const missing = { status: 404, text: "Not found: org%2Fapp~1" };

export const gerritDialect: Dialect = {
  kind: "gerrit",
  base: "/a",
  api: "",
  guard: ")]}'\n",
  gitPath: (path) => `/a/${path}`,
  allowed: (headers) => headers.authorization === AUTHORIZED,
  unauthorized: { status: 401, text: "Unauthorized" },
  routes: [
    ["GET", /^\/accounts\/self$/, () => ok(US)],
    [
      "GET",
      /^\/changes\/([^/]+)$/,
      ({ world, call, names: [name = ""] }) => {
        const found = world.requests.find((one) =>
          [`${one.target}~${one.targetBranch}~${one.sourceBranch}`, `${one.target}~${one.number}`].includes(name),
        );
        return found ? ok(changeInfo(world, found, call.query.getAll("o"))) : missing;
      },
    ],
    [
      "POST",
      /^\/pushed\/(judge|take)$/,
      ({ world, call, names: [step] }: At) => {
        const body = call.body as unknown as Pushed;
        if (step === "take") take(world, body);
        return ok({ message: step === "judge" ? refusalOf(world, body) : undefined });
      },
    ],
  ],
};
