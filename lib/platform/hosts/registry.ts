import { azureDevops } from "./azure-devops";
import { bitbucketCloud } from "./bitbucket-cloud";
import { bitbucketServer } from "./bitbucket-server";
import { gerrit } from "./gerrit";
import { gitea } from "./gitea";
import { github } from "./github";
import { gitlab } from "./gitlab";
import type { CodeHost } from "./host";
import { pagure } from "./pagure";

/** All code hosts where Loquat opens requests, by the value of `vcs`. */
export const CODE_HOSTS: readonly CodeHost[] = [
  github,
  gitlab,
  gitea,
  bitbucketCloud,
  bitbucketServer,
  azureDevops,
  pagure,
  gerrit,
];

/** A code host by id, or undefined. */
export function findCodeHost(id: string): CodeHost | undefined {
  return CODE_HOSTS.find((host) => host.id === id);
}
