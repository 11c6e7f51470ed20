import { branchOf, type ForgeReader, needed } from "./notification";

const FIELDS = ["git_http_url", "git_ssh_url", "git_url", "ssh_url", "html_url"] as const;

/** Push notifications of Gitee; the contract 7.3 and 7.5. */
export const readGitee: ForgeReader = (_headers, payload) => {
  const branch = branchOf(needed(payload, "ref"));
  const candidates = FIELDS.map((field) => needed(payload, "repository", field));
  return {
    service: "Gitee",
    repository: needed(payload, "repository", "html_url"),
    candidates: [...new Set(candidates)],
    branch,
    fullName: needed(payload, "repository", "path_with_namespace"),
  };
};
