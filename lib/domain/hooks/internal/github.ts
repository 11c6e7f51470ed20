import { branchOf, type ForgeReader, needed, OTHER_EVENT, text, withAndWithoutGit } from "../notification";

const URL_FIELDS = ["clone_url", "git_url", "ssh_url", "svn_url", "html_url", "url"] as const;

/** Push notifications of GitHub; the contract 7.3 and 7.5. */
export const readGithub: ForgeReader = (headers, payload) => {
  if (headers.get("x-github-event") !== "push") return OTHER_EVENT;
  const branch = branchOf(needed(payload, "ref"));
  const owner = text(payload, "repository", "owner", "login") ?? needed(payload, "repository", "owner", "name");
  const name = needed(payload, "repository", "name");
  const repository = needed(payload, "repository", "url");
  const given = URL_FIELDS.flatMap((field) => text(payload, "repository", field) ?? []);
  const candidates = text(payload, "repository", "clone_url")
    ? [...new Set(given.flatMap((address) => [address, address.replace(/\.git$/, "")]))]
    : withAndWithoutGit([
        `git://github.com/${owner}/${name}`,
        `https://github.com/${owner}/${name}`,
        `git@github.com:${owner}/${name}`,
      ]);
  return { service: "GitHub", repository, candidates, branch, fullName: `${owner}/${name}` };
};
