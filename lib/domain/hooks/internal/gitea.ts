import { branchOf, type ForgeReader, needed, OTHER_EVENT, withAndWithoutGit } from "../notification";

/** Push notifications of Gitea and Forgejo; the contract 7.3 and 7.5. */
function reader(service: string): ForgeReader {
  return (headers, payload) => {
    // The contract reads every payload as a push; one whose header names another event is none all the same.
    const event = headers.get("x-forgejo-event") ?? headers.get("x-gitea-event");
    if (event !== null && event !== "push") return OTHER_EVENT;
    const branch = branchOf(needed(payload, "ref"));
    const [clone, ssh, html] = ["clone_url", "ssh_url", "html_url"].map((field) =>
      needed(payload, "repository", field),
    ) as [string, string, string];
    const fullName = needed(payload, "repository", "full_name");
    return {
      service,
      repository: html,
      candidates: [...new Set([clone, html, ...sshSpellings(ssh, fullName)])],
      branch,
      fullName,
    };
  };
}

/** `ssh://git@host/owner/name` and `git@host:owner/name` mean the same. */
function sshSpellings(address: string, fullName: string): string[] {
  const url = /^ssh:\/\/([^/@\s]+)@([^/:\s]+)(:\d+)?\/(.+?)(?:\.git)?$/.exec(address);
  const short = /^([^/@\s]+)@([^/:\s]+):(.+?)(?:\.git)?$/.exec(address);
  const [user, host, port, path] = url
    ? [url[1], url[2], url[3] ?? "", url[4]]
    : [short?.[1], short?.[2], "", short?.[3]];
  if (!user || !host || path !== fullName) return [address];
  const spelled = [`ssh://${user}@${host}${port}/${path}`, ...(port ? [] : [`${user}@${host}:${path}`])];
  return [address, ...withAndWithoutGit(spelled)];
}

export const readGitea = reader("Gitea");
export const readForgejo = reader("Forgejo");
