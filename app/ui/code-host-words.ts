import type { TextKey, Texts } from "#texts";

const KINDS: Readonly<Record<string, TextKey>> = {
  github: "codeHosts.kinds.github",
  gitlab: "codeHosts.kinds.gitlab",
  gitea: "codeHosts.kinds.gitea",
  bitbucketcloud: "codeHosts.kinds.bitbucketcloud",
  bitbucketserver: "codeHosts.kinds.bitbucketserver",
  azure_devops: "codeHosts.kinds.azure_devops",
  pagure: "codeHosts.kinds.pagure",
  gerrit: "codeHosts.kinds.gerrit",
};

/** How a kind of code host takes changes, in the language of the page; other systems go by their names. */
export function codeHostKind(t: Texts, { id, name }: { id: string; name: string }): string {
  const key = KINDS[id];
  return key ? t(key) : name;
}
