import { secretsOf, withoutCredentials } from "@/lib/text/addresses";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Sentence, sentenceOf } from "@/lib/text/messages/worded";
import { Cancelled } from "../waiting";
import { cleanOutput } from "./addresses";
import { explain, gitHome, tool } from "./git-command";
import type { GitOrigin } from "./git-origin";
import { readReference } from "./git-references";
import { gitRemote } from "./git-remote";
import { callRemote } from "./git-remote-call";
import { type PushRefusal, pushPlace, type RemoteSettings, VcsError } from "./vcs";

/** Pushing, and what the remote says when it does not take a push. */

/** Where the branch that we push to is kept as it was looked at last, when it is not the one that we fetch. */
const PUSHED = "refs/loquat/pushed";

/**
 * Looks at the branch that we push to and brings its commits here; null when there is none.
 * @param known commits that are here
 * @throws VcsError
 */
export async function fetchPushed(
  folder: string,
  origin: GitOrigin,
  settings: RemoteSettings,
  known: readonly string[],
): Promise<string | null> {
  const place = pushPlace(settings);
  try {
    const remote = await gitRemote(place.url, gitHome(), place);
    const bound = origin.bind("pushed", remote);
    const options = ["--no-tags", "--no-write-fetch-head", "--force", "--no-recurse-submodules", "--update-shallow"];
    await callRemote("transfer", folder, bound.remote, [
      ...["fetch", ...options, ...bound.words, "--", bound.name, `+${place.ref}:${PUSHED}`],
    ]);
  } catch (error) {
    const told = explain(error, place);
    if (told.problem === "unknown-branch") return null;
    throw told;
  }
  const pushed =
    (await readReference(folder, PUSHED)) ?? (await tool(folder).raw("rev-parse", "--verify", PUSHED)).trim();
  if (!origin.isPartial || known.includes(pushed)) return pushed;
  if (known[0] !== undefined) await origin.relate(known[0], pushed);
  // What only stands there is not to be had from the remote that we fetch.
  const missing = await origin.missingIn(pushed, known);
  if (missing.length > 0) await origin.bringFrom("pushed", place.url, place, missing);
  return pushed;
}

/**
 * Pushes a commit.
 * @param lease what must stand there and may be replaced, null for nothing; without it the push only goes forward
 * @param trial true to ask only, which writes nothing there
 * @throws VcsError
 */
export async function pushCommit(
  folder: string,
  settings: RemoteSettings,
  commit: string,
  lease: string | null | undefined,
  trial = false,
): Promise<void> {
  const place = pushPlace(settings);
  try {
    const remote = await gitRemote(place.url, gitHome(), place);
    const leased = lease === undefined ? [] : [`--force-with-lease=${place.ref}:${lease ?? ""}`];
    const asked = trial ? ["--dry-run"] : [];
    const options = ["--porcelain", "--no-verify", "--recurse-submodules=no", ...asked, ...leased, ...remote.writing];
    await callRemote("transfer", folder, remote, ["push", ...options, "--", remote.url, `${commit}:${place.ref}`]);
  } catch (error) {
    throw explainPush(error, place);
  }
}

/** Why a push did not go through, in the remote's own words where it said some. */
function explainPush(error: unknown, place: { url: string; branch: string }): VcsError {
  if (error instanceof Cancelled) throw error;
  if (error instanceof VcsError) return error;
  const raw = (error as Error).message ?? String(error);
  const output = cleanOutput(raw, secretsOf(place.url));
  const shown = withoutCredentials(place.url);
  const [, mark = "", reason = ""] = /^!\t[^\t]*\t\[([^\]]*)\](?: \((.*)\))?/m.exec(output) ?? [];
  // Somebody was faster: seen by us, or by the remote when it wanted to write.
  const late = mark === "rejected" || /cannot lock ref|failed to update ref|incorrect old value/.test(reason);
  if (late)
    return new VcsError("rejected", refusal("vcsFast", { place: shown }), output, {
      kind: "non-fast-forward",
      words: reason,
    });
  const said = [...output.matchAll(/^remote: ?(.*)$/gm)].map((line) => line[1]?.trim() ?? "").filter(Boolean);
  const kind = kindOf([...said, reason, ...complaints(output, shown)].join("\n"));
  if (mark === "" && kind !== "quota") {
    const told = explain(error, place);
    if (told.problem !== "authentication") return told;
    return new VcsError(told.problem, sentence(sentenceOf(told), said, ""), output, {
      kind: "credentials",
      words: said.join("\n"),
    });
  }
  return new VcsError("refused", sentence(SENTENCES[kind](shown, place.branch), said, reason), output, {
    kind,
    words: said.join("\n") || reason,
  });
}

/** What git itself says of a failure; the address, which may read like anything, is left out. */
const complaints = (output: string, shown: string): string[] =>
  output
    .replaceAll(shown, "")
    .split("\n")
    .filter((line) => /^(error|fatal): /.test(line) && !line.includes("failed to push some refs"));

type RefusedKind = Exclude<PushRefusal["kind"], "moved">;

const KINDS: readonly [RefusedKind, RegExp][] = [
  ["protected-branch", /protected branch|\bGH006\b|\bGH013\b|rule violations|branch .{0,200} is (locked|protected)/i],
  [
    "quota",
    /quota|\bGH001\b|size limit|too large|large files|maximum allowed size|allocated storage|storage limit|No space left|HTTP 413|error: 413/i,
  ],
  [
    "credentials",
    /permission .{0,200}denied|denied to|not allowed to (push|upload)|read.?only|deploy key|unauthori[sz]ed|HTTP 40[13]|error: 40[13]/i,
  ],
  ["non-fast-forward", /non-fast-forward/i],
  ["hook", /hook declined/i],
];

const kindOf = (text: string): RefusedKind => KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";

const SENTENCES: Record<RefusedKind, (place: string, branch: string) => Refusal> = {
  "protected-branch": (place, branch) => refusal("vcsProtected", { place, branch }),
  credentials: (place) => refusal("vcsMayNot", { place }),
  quota: (place) => refusal("vcsQuota", { place }),
  "non-fast-forward": (place, branch) => refusal("vcsReplaced", { place, branch }),
  hook: (place) => refusal("vcsHook", { place }),
  other: (place) => refusal("vcsRejected", { place }),
};

/** A sentence for a person, then the remote's own words. */
function sentence(text: Sentence, said: readonly string[], reason: string): Sentence {
  const words = said.join(" ").slice(0, 500) || reason;
  return words ? refusal("vcsSays", { why: text, words }) : text;
}
