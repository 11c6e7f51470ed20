import { azureDialect } from "./azure-devops";
import { bitbucketCloudDialect } from "./bitbucket-cloud";
import { bitbucketServerDialect } from "./bitbucket-server";
import { giteaDialect } from "./gitea";
import { githubDialect } from "./github";
import { gitlabDialect } from "./gitlab";
import { pagureDialect } from "./pagure";
import type { Dialect } from "./world";

/** All code hosts that the tests can stand in for. */
export const HOST_DIALECTS: readonly Dialect[] = [
  githubDialect,
  gitlabDialect,
  giteaDialect,
  bitbucketCloudDialect,
  bitbucketServerDialect,
  azureDialect,
  pagureDialect,
];
