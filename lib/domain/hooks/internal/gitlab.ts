import { branchOf, type ForgeReader, member, needed, OTHER_EVENT, text } from "../notification";

/** Push notifications of GitLab; the contract 7.3 and 7.5. */
export const readGitlab: ForgeReader = (headers, payload) => {
  if (!isPush(headers, payload)) return OTHER_EVENT;
  const ref = needed(payload, "ref");
  const ssh = needed(payload, "repository", "url");
  const homepage = needed(payload, "repository", "homepage");
  const others = ["git_http_url", "git_ssh_url"].flatMap((field) => text(payload, "repository", field) ?? []);
  const fullName =
    text(payload, "project", "path_with_namespace") ?? ssh.slice(ssh.indexOf(":") + 1).replace(/\.git$/, "");
  return {
    service: "GitLab",
    repository: homepage,
    candidates: [...new Set([ssh, homepage, `${homepage}.git`, ...others])],
    branch: branchOf(ref),
    fullName,
  };
};

/**
 * Tags, jobs, deployments and pipelines have a `ref`, too: the header of the event and the kind in the payload both have
 * to say push, as far as they say anything. What says nothing is a push when it has a `ref`.
 */
function isPush(headers: Headers, payload: unknown): boolean {
  const event = headers.get("x-gitlab-event");
  const kind = member(payload, "object_kind") ?? member(payload, "event_name");
  if (event !== null && event !== "Push Hook" && event !== "System Hook") return false;
  if (kind !== undefined && kind !== null) return kind === "push";
  return event === "Push Hook" || member(payload, "ref") !== undefined;
}
