import { z } from "zod";
import { REPOSITORY_OPERATIONS } from "@/lib/domain/integrate/operations";
import type { RepositoryState } from "@/lib/domain/working-copy/status";
import { type Answer, endpoint, schema } from "../endpoint";
import { address } from "../fields";
import { componentParams } from "./components";
import { projectParams } from "./projects";
import { translationParams } from "./translations";

/** Repository status and operations; the contract 2.2 and 4.14. */

const Commit = z.object({
  revision: z.string(),
  shortrevision: z.string(),
  author: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  authordate: z.string(),
  commit: z.string(),
  commit_name: z.string(),
  commit_email: z.string(),
  commitdate: z.string(),
  message: z.string(),
  summary: z.string(),
});

export const ProjectRepository = schema(
  "ProjectRepositoryStatus",
  z.object({ needs_commit: z.boolean(), needs_merge: z.boolean(), needs_push: z.boolean(), url: address }),
);

export const ComponentRepository = schema(
  "RepositoryStatus",
  ProjectRepository.extend({
    remote_commit: z.string().nullable(),
    remote_commit_info: Commit.nullable(),
    weblate_commit: Commit.nullable(),
    status: z.string(),
    merge_failure: z.string().nullable(),
    outgoing_commits: z.int(),
    missing_commits: z.int(),
  }),
);

const Operation = z.object({ operation: z.enum(REPOSITORY_OPERATIONS) });

const OperationResult = schema("OperationResult", z.object({ result: z.boolean(), detail: z.string().optional() }));

const statusNeeds = "any of vcs.push, vcs.commit, vcs.reset, vcs.update";
const operationNeeds = "push: vcs.push; pull: vcs.update; commit: vcs.commit; all others: vcs.reset";

export const readProjectRepository = endpoint({
  method: "GET",
  path: "/api/projects/{project}/repository/",
  since: "2.6",
  tag: "Projects",
  summary: "Repository status of a project",
  permission: statusNeeds,
  params: projectParams,
  answer: ProjectRepository,
});
export const operateProjectRepository = endpoint({
  method: "POST",
  path: readProjectRepository.path,
  since: "2.6",
  tag: "Projects",
  summary: "Run an operation on all repositories of a project",
  permission: operationNeeds,
  params: projectParams,
  body: Operation,
  answer: OperationResult,
  status: 200,
});
export const readComponentRepository = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/repository/",
  since: "2.6",
  tag: "Components",
  summary: "Repository status of a component",
  permission: statusNeeds,
  params: componentParams,
  answer: ComponentRepository,
});
export const operateComponentRepository = endpoint({
  method: "POST",
  path: readComponentRepository.path,
  since: "2.6",
  tag: "Components",
  summary: "Run an operation on the repository of a component",
  permission: operationNeeds,
  params: componentParams,
  body: Operation,
  answer: OperationResult,
  status: 200,
});
export const readTranslationRepository = endpoint({
  method: "GET",
  path: "/api/translations/{project}/{component}/{language}/repository/",
  since: "2.6",
  tag: "Translations",
  summary: "Repository status of a translation",
  permission: statusNeeds,
  params: translationParams,
  answer: ComponentRepository,
});
export const operateTranslationRepository = endpoint({
  method: "POST",
  path: readTranslationRepository.path,
  since: "2.6",
  tag: "Translations",
  summary: "Run an operation on the repository of a translation",
  permission: operationNeeds,
  params: translationParams,
  body: Operation,
  answer: OperationResult,
  status: 200,
});

/** The state of a project's repositories together. */
export function presentProjectRepository(
  state: Pick<RepositoryState, "needsCommit" | "needsMerge" | "needsPush">,
  url: string,
): Answer<typeof ProjectRepository> {
  return { needs_commit: state.needsCommit, needs_merge: state.needsMerge, needs_push: state.needsPush, url };
}

/** The state of one repository, under the address it was asked at. */
export function presentRepository(state: RepositoryState, url: string): Answer<typeof ComponentRepository> {
  return {
    ...presentProjectRepository(state, url),
    remote_commit: state.remoteCommit,
    remote_commit_info: state.remoteInfo,
    weblate_commit: state.localInfo,
    status: state.status,
    merge_failure: state.mergeFailure,
    outgoing_commits: state.outgoing,
    missing_commits: state.missing,
  };
}
