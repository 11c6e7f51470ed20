import type { Texts } from "#texts";
import { errorWords } from "@/app/ui/error-words";
import { one, type PageInput } from "@/app/ui/page-input";
import type { Actor } from "@/lib/domain/access/actor";
import { actionsOfKind } from "@/lib/domain/changes/kinds";
import type { ChangeFilter } from "@/lib/domain/changes/list";
import { NotFound } from "@/lib/domain/errors";
import { type Scope, scopeOf } from "@/lib/domain/exports/feed";
import { findLanguage } from "@/lib/domain/languages/languages";
import { findProject } from "@/lib/domain/projects/projects";

/** What the address of a history asks for. */

const NAMES = ["project", "component", "language", "user", "action", "start_date", "end_date"] as const;
export type HistoryField = (typeof NAMES)[number];
export type Asked = Record<HistoryField | "operation" | "each" | "after", string>;
export type Problems = Partial<Record<HistoryField, string>>;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export function readAsked(parameters: Awaited<PageInput["searchParams"]>): Asked {
  const clean = (name: string) => one(parameters[name]).replaceAll("\0", "").trim().slice(0, 200);
  const asked = Object.fromEntries([...NAMES, "each", "after"].map((name) => [name, clean(name)])) as Asked;
  const operation = clean("operation").toLowerCase();
  return { ...asked, operation: UUID.test(operation) ? operation : "" };
}

/** The slugs of the place that the fields of a filter name: a project, or something in it. */
export function slugsOfAsked({ project, component, language }: Asked): string[] {
  if (!project) return language ? ["language", language] : [];
  const inside = component.split("/").filter(Boolean);
  if (inside.length === 0 && language) return [project, "-", language];
  return [project, ...inside, ...(language ? [language] : [])];
}

/** A day (UTC) as its first or last moment; null for anything else. */
function dayOf(text: string, end: boolean): Date | undefined | null {
  if (text === "") return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T${end ? "23:59:59.999" : "00:00:00"}Z`) : undefined;
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null;
}

export interface HistorySelection {
  /** Undefined when the address names what is not there. */
  scope?: Scope;
  filter: ChangeFilter;
  problems: Problems;
}

/** The selection that a filter means; a name that nothing has gives a sentence for beside its field. */
export async function readSelection(
  t: Texts,
  actor: Actor,
  slugs: readonly string[],
  asked: Asked,
): Promise<HistorySelection> {
  const problems: Problems = {};
  const after = dayOf(asked.start_date, false);
  const before = dayOf(asked.end_date, true);
  if (after === null) problems.start_date = t("changes.badDate");
  if (before === null) problems.end_date = t("changes.badDate");
  const actions = asked.action === "" ? undefined : actionsOfKind(asked.action);
  if (asked.action && !actions) problems.action = t("changes.unknownKind");
  if (asked.component && !asked.project) problems.component = t("changes.component.alone");
  const scope = await scopeOf(actor, slugs).catch(async (error: unknown) => {
    if (!(error instanceof NotFound)) throw error;
    Object.assign(problems, await whichIsMissing(t, actor, asked, errorWords(t, error)));
    return undefined;
  });
  const filter: ChangeFilter = {
    ...scope?.filter,
    actions,
    username: asked.user || undefined,
    after: after ?? undefined,
    before: before ?? undefined,
    operationId: asked.operation || undefined,
  };
  return { scope, filter, problems };
}

/** The field of a place that is not there: the first whose own name nothing has. */
async function whichIsMissing(
  t: Texts,
  actor: Actor,
  { project, component, language }: Asked,
  message: string,
): Promise<Problems> {
  const missing = async (look: Promise<unknown>) =>
    look.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof NotFound) return errorWords(t, error);
        throw error;
      },
    );
  const wrongProject = project && (await missing(findProject(actor, project)));
  if (wrongProject) return { project: wrongProject };
  const wrongLanguage = language && (await missing(findLanguage(language)));
  if (wrongLanguage) return { language: wrongLanguage };
  return component ? { component: message } : { language: message };
}
