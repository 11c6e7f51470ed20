import { branchOf, type ForgeReader, member, needed, OTHER_EVENT, PayloadError, text } from "../notification";

/** Push notifications of Azure Repos; the contract 7.3 and 7.5. */
export const readAzure: ForgeReader = (_headers, payload) => {
  if (text(payload, "eventType") !== "git.push") return OTHER_EVENT;
  const remote = needed(payload, "resource", "repository", "remoteUrl");
  const name = needed(payload, "resource", "repository", "name");
  const project = needed(payload, "resource", "repository", "project", "name");
  const updates = member(payload, "resource", "refUpdates");
  const ref = Array.isArray(updates) ? text(updates[0], "name") : undefined;
  if (!ref) throw new PayloadError("The payload has no string at resource.refUpdates.0.name.");
  const ids = [text(payload, "resource", "repository", "project", "id"), text(payload, "resource", "repository", "id")];
  const organisation = /^https:\/\/(?:[^@/]+@)?dev\.azure\.com\/([^/]+)|^https:\/\/([^./]+)\.visualstudio\.com/i.exec(
    remote,
  );
  const owner = organisation?.[1] ?? organisation?.[2];
  return {
    service: "Azure",
    repository: remote,
    candidates: owner ? candidatesOf(owner, project, name, ids) : [remote],
    branch: branchOf(ref),
    fullName: `${project}/${name}`,
  };
};

function candidatesOf(owner: string, project: string, name: string, [projectId, id]: (string | undefined)[]): string[] {
  const spelled = (p: string, n: string) => [
    `https://dev.azure.com/${owner}/${p}/_git/${n}`,
    `git@ssh.dev.azure.com:v3/${owner}/${p}/${n}`,
    `https://${owner}.visualstudio.com/${p}/_git/${n}`,
    `${owner}@vs-ssh.visualstudio.com:v3/${owner}/${p}/${n}`,
  ];
  return [
    ...new Set([
      ...spelled(project, name),
      ...spelled(encodeURIComponent(project), encodeURIComponent(name)),
      ...(projectId && id ? [`https://dev.azure.com/${owner}/${projectId}/_git/${id}`] : []),
    ]),
  ];
}
