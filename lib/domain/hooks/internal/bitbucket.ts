import { type ForgeReader, member, needed, OTHER_EVENT, PayloadError, text, withAndWithoutGit } from "../notification";

const EVENTS = new Set(["repo:push", "repo:refs_changed", "pullrequest:fulfilled", "pr:merged"]);

/** Push notifications of Bitbucket, cloud and data center; the contract 7.4. */
export const readBitbucket: ForgeReader = (headers, payload) => {
  if (!EVENTS.has(headers.get("x-event-key") ?? "")) return OTHER_EVENT;
  const repository = member(payload, "pullRequest", "fromRef", "repository") ?? member(payload, "repository");
  if (typeof repository !== "object" || repository === null)
    throw new PayloadError("The payload does not name a repository.");
  const fullName = fullNameOf(repository);
  const address = addressOf(repository, payload);
  return {
    service: "Bitbucket",
    repository: address,
    candidates: candidatesOf(repository, address, fullName),
    branch: branchOf(payload),
    fullName,
  };
};

/** The last of the changes names the branch, under one of several keys. */
function branchOf(payload: unknown): string | undefined {
  const list = [member(payload, "changes"), member(payload, "push", "changes"), member(payload, "commits")].find(
    (found): found is unknown[] => Array.isArray(found) && found.length > 0,
  );
  const last = list?.at(-1);
  return (
    text(last, "branch") ??
    text(last, "new", "name") ??
    text(last, "old", "name") ??
    text(last, "ref", "displayId") ??
    text(payload, "pullrequest", "destination", "branch", "name")
  );
}

function fullNameOf(repository: unknown): string {
  const given = text(repository, "full_name") ?? text(repository, "fullName");
  if (given) return given;
  const owner = text(repository, "owner") ?? text(repository, "project", "key");
  if (!owner) throw new PayloadError("The payload does not name the owner of the repository.");
  return `${owner}/${needed(repository, "slug")}`;
}

function addressOf(repository: unknown, payload: unknown): string {
  const html = text(repository, "links", "html", "href");
  if (html) return html;
  const self = member(repository, "links", "self");
  const first = Array.isArray(self) ? text(self[0], "href") : undefined;
  if (first) return first;
  const base = text(payload, "canon_url");
  const path = text(repository, "absolute_url");
  if (!base || !path) throw new PayloadError("The payload has no address of the repository.");
  return base + path;
}

function candidatesOf(repository: unknown, address: string, fullName: string): string[] {
  const clones = member(repository, "links", "clone");
  const given = Array.isArray(clones) ? clones.slice(0, 20).flatMap((entry) => text(entry, "href") ?? []) : [];
  if (given.length > 0) return [...new Set(given)];
  const hosts = new Set(["bitbucket.org"]);
  if (URL.canParse(address)) hosts.add(new URL(address).hostname);
  const scm = text(repository, "scm");
  return [...hosts].flatMap((host) => [
    ...(scm === "hg"
      ? []
      : withAndWithoutGit([`ssh://git@${host}/${fullName}`, `git@${host}:${fullName}`, `https://${host}/${fullName}`])),
    ...(scm === undefined || scm === "hg"
      ? [`https://${host}/${fullName}`, `ssh://hg@${host}/${fullName}`].flatMap((url) => [url, `hg::${url}`])
      : []),
  ]);
}
