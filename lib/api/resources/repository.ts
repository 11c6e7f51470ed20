import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { REPOSITORY_OPERATIONS, runOperation } from "@/lib/domain/integrate/operations";
import type { RepositoryPlan } from "@/lib/domain/integrate/plan";
import { type OperationPlan, planOperation } from "@/lib/domain/integrate/plan-operation";
import type { TextDifferences } from "@/lib/domain/integrate/text-differences";
import type { RepositoryState } from "@/lib/domain/working-copy/status";
import { REQUEST_STATES } from "@/lib/text/codes";
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
    request: z
      .object({
        url: z.string(),
        number: z.string(),
        state: z.enum(REQUEST_STATES),
        automatic: z.boolean().describe("Whether its host merges it as soon as its rules allow."),
        merge_problem: z.string().describe("Why not, where auto_merge is set."),
      })
      .nullable()
      .describe("The newest pull or merge request, where vcs opens such."),
  }),
);

const plan = z.string().max(100_000).describe("A plan as an answer named it: exactly this one is carried out.");

const Operation = z.object({ operation: z.enum(REPOSITORY_OPERATIONS), plan: plan.optional() });

const operationQuery = z.object({
  dry_run: z.boolean().default(false).describe("Only tell what the operation would do."),
  plan: plan.optional(),
});

const refusals = { 409: "The plan would be another one now; `changed` says why." };

const PlannedCommit = schema(
  "PlannedCommit",
  z.object({ author: z.string(), email: z.string(), message: z.string(), files: z.array(z.string()) }),
);
const commits = z.array(PlannedCommit);

export const LanguageDifference = schema(
  "LanguageDifference",
  z.object({
    component: z.string(),
    language: z.string(),
    added: z.int(),
    removed: z.int(),
    filled: z.int(),
    changed: z.int(),
    emptied: z.int(),
    restated: z.int(),
    lowered: z.int(),
    lost: z.int(),
  }),
);

export const TextDifference = schema(
  "TextDifference",
  z.object({
    component: z.string(),
    language: z.string(),
    unit: z.int(),
    context: z.string(),
    source: z.string(),
    before: z.array(z.string()).nullable(),
    after: z.array(z.string()).nullable(),
    state_before: z.int().nullable(),
    state_after: z.int().nullable(),
  }),
);

const RepositoryPlanSchema = schema(
  "RepositoryPlan",
  z.object({
    components: z.array(z.string()),
    result: z.boolean(),
    detail: z.string().optional(),
    commits: commits.describe("Made."),
    dropped: commits.describe("Not made again after they went."),
    incoming: commits.describe("Taken over from upstream."),
    outgoing: commits.describe("Pushed."),
    files: z.array(z.string()),
    languages: z.array(LanguageDifference),
    strings: z.array(TextDifference).describe("The first 200."),
    written: z.array(z.object({ component: z.string(), language: z.string(), strings: z.int() })),
    suggested: z.int(),
  }),
);

const OperationResult = schema(
  "OperationResult",
  z.object({
    result: z.boolean(),
    detail: z.string().optional(),
    dry_run: z.literal(true).optional(),
    plan: z.string().optional(),
    repositories: z.array(RepositoryPlanSchema).optional(),
  }),
);

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
  query: operationQuery,
  body: Operation,
  answer: OperationResult,
  status: 200,
  refusals,
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
  query: operationQuery,
  body: Operation,
  answer: OperationResult,
  status: 200,
  refusals,
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
  query: operationQuery,
  body: Operation,
  answer: OperationResult,
  status: 200,
  refusals,
});

/**
 * Does what was asked of the repositories of components, or tells what it would do: the same for a project, a component
 * and a translation.
 */
export async function operate(
  actor: Actor,
  components: readonly ComponentRow[],
  query: z.output<typeof operationQuery>,
  body: z.output<typeof Operation>,
): Promise<Answer<typeof OperationResult>> {
  if (!query.dry_run) {
    const { result, detail } = await runOperation(actor, { components }, body.operation, body.plan ?? query.plan);
    return { result, detail };
  }
  return presentPlan(await planOperation(actor, { components }, body.operation));
}

function presentPlan({ result, detail, word, repositories }: OperationPlan): Answer<typeof OperationResult> {
  return { result, detail, dry_run: true, plan: word, repositories: repositories.map(presentRepositoryPlan) };
}

function presentRepositoryPlan(made: RepositoryPlan): Answer<typeof RepositoryPlanSchema> {
  const { result, detail, commits, dropped, incoming, outgoing, files, written, suggested } = made;
  return {
    components: made.components.map(({ project, slug }) => `${project}/${slug}`),
    ...{ result, detail, commits, dropped, incoming, outgoing, files },
    ...presentTexts(made),
    ...{ written, suggested },
  };
}

/** What becomes of texts. */
export function presentTexts({ languages, strings }: TextDifferences): {
  languages: Answer<typeof LanguageDifference>[];
  strings: Answer<typeof TextDifference>[];
} {
  return {
    languages: languages.map(({ componentId: _, ...told }) => told),
    strings: strings.map(({ stateBefore, stateAfter, ...told }) => ({
      ...told,
      state_before: stateBefore,
      state_after: stateAfter,
    })),
  };
}

/** The state of a project's repositories together. */
export function presentProjectRepository(
  state: Pick<RepositoryState, "needsCommit" | "needsMerge" | "needsPush">,
  url: string,
): Answer<typeof ProjectRepository> {
  return { needs_commit: state.needsCommit, needs_merge: state.needsMerge, needs_push: state.needsPush, url };
}

const presentRequest = ({
  mergeProblem,
  mergeProblemSaid: _,
  ...request
}: NonNullable<RepositoryState["request"]>) => ({
  ...request,
  merge_problem: mergeProblem,
});

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
    request: state.request && presentRequest(state.request),
  };
}
