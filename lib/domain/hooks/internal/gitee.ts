import { branchOf, type ForgeReader, needed, OTHER_EVENT } from "../notification";

const FIELDS = ["git_http_url", "git_ssh_url", "git_url", "ssh_url", "html_url"] as const;

/** Push notifications of Gitee; the contract 7.3 and 7.5. */
export const readGitee: ForgeReader = (headers, payload) => {
  // The contract reads every payload as a push; one whose header names another event is none all the same.
  const event = headers.get("x-gitee-event");
  if (event !== null && event !== "Push Hook") return OTHER_EVENT;
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
