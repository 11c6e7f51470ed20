import { branchOf, type ForgeReader, needed, OTHER_EVENT, text } from "./notification";

/** Push notifications of GitLab; the contract 7.3 and 7.5. */
export const readGitlab: ForgeReader = (_headers, payload) => {
  const ref = text(payload, "ref");
  if (ref === undefined) return OTHER_EVENT;
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
