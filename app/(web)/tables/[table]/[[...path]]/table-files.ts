import type { Texts } from "#texts";
import { LABEL_SORTS } from "@/app/(web)/labels/[project]/label-order";
import { LANGUAGE_SORTS } from "@/app/(web)/manage/languages/language-order";
import { TEAM_SORTS } from "@/app/(web)/manage/teams/team-order";
import { kindOf } from "@/app/(web)/manage/users/person-kind";
import { readTable } from "@/app/(web)/projects/[...path]/table-parameters";
import { reachText } from "@/app/(web)/teams/[id]/reach-text";
import { ALERTS, type AlertText } from "@/app/ui/alert-texts";
import { roleName, teamName, teamsNamed } from "@/app/ui/built-in-names";
import { languageNames } from "@/app/ui/language-names";
import { readRepositoryQuery } from "@/app/ui/repository-query";
import { repositoryState } from "@/app/ui/repository-state";
import { readOrdered } from "@/app/ui/table-order";
import { toDo } from "@/app/ui/work-numbers";
import { readOrder } from "@/app/ui/work-order";
import type { TableName } from "@/lib/api/resources/tables";
import type { Actor } from "@/lib/domain/access/actor";
import { seesAddresses } from "@/lib/domain/access/find-person";
import { componentTable } from "@/lib/domain/components/component-table";
import { addressOf } from "@/lib/domain/components/components";
import { type CounterRow, noCounters, readCounters } from "@/lib/domain/counters/read-counters";
import { alertPage } from "@/lib/domain/diagnostics/open-alerts";
import { NotFound } from "@/lib/domain/errors";
import { listUsed } from "@/lib/domain/labels/labels";
import { LANGUAGE_KINDS, listManagedLanguages } from "@/lib/domain/languages/manage-languages";
import { listProjectPeople } from "@/lib/domain/projects/people";
import { findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import { GALLERY_ORDERS } from "@/lib/domain/screenshots/gallery";
import { searchPeople } from "@/lib/domain/search/find-people";
import { searchGallery } from "@/lib/domain/search/find-screenshots";
import { projectTable } from "@/lib/domain/statistics/project-table";
import { repositoryTable } from "@/lib/domain/statistics/repository-table";
import { visibleCounters } from "@/lib/domain/statistics/visible";
import { listSiteTeams } from "@/lib/domain/teams/team-list";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { PEOPLE_KINDS } from "@/lib/domain/users/list-people";
import { listAllTokens, TOKEN_KINDS } from "@/lib/domain/users/list-tokens";
import { withoutCredentials } from "@/lib/text/addresses";
import { urls } from "@/lib/urls";

/** What a table is asked for, as its page is. */
export type TableQuery = Readonly<Record<"q" | "state" | "kind" | "order" | "down" | "hidden", string>>;
type Lines = AsyncGenerator<string[][]>;
type TableFile = (actor: Actor, path: readonly string[], asked: TableQuery, t: Texts) => Lines;

/** Rows that are read at once. */
const PART = 500;

/** Each table in parts, its head first. */
export const TABLE_FILES: Readonly<Record<TableName, TableFile>> = {
  components,
  projects,
  repositories,
  alerts,
  people,
  users,
  teams,
  languages,
  tokens,
  labels,
  screenshots,
};

/** Parts of a list that is walked by key, behind its head. */
async function* walked<Key>(
  head: string[],
  read: (after: Key | undefined) => Promise<{ lines: string[][]; next: Key | undefined }>,
): Lines {
  let part = await read(undefined);
  yield [head, ...part.lines];
  while (part.next !== undefined) {
    part = await read(part.next);
    yield part.lines;
  }
}

const moment = (at: Date | string | null): string => (at === null ? "" : new Date(at).toISOString());

/** Heads and cells of what there is to do. */
const workHead = (t: Texts) => [
  t("search.strings"),
  ...[t("work.toDo"), t("work.wordsToDo"), t("common.needsEditing"), t("common.failingChecks")],
  ...[t("common.suggestions"), t("work.lastChange")],
];

const workCells = (numbers: CounterRow): string[] => [
  ...[numbers.total, toDo(numbers), numbers.totalWords - numbers.translatedWords].map(String),
  ...[numbers.fuzzy, numbers.failing, numbers.suggestions].map(String),
  moment(numbers.lastChange),
];

/** The project that a path is of; undefined for none. @throws NotFound */
async function projectOf(actor: Actor, path: readonly string[]): Promise<ProjectRow | undefined> {
  if (path.length > 1) throw new NotFound("There is no such table.");
  return path[0] === undefined ? undefined : findProject(actor, path[0]);
}

async function* components(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  const place = await resolvePath(actor, path);
  if (place.kind !== "project" && place.kind !== "category") throw new NotFound("There is no such table.");
  const where = { projectId: place.project.id, categoryId: place.kind === "category" ? place.category.id : undefined };
  const filter = readTable({ ...asked, after: "" });
  yield* walked<string>(
    [t("common.component"), t("tables.category"), t("scim.address"), ...workHead(t)],
    async (after) => {
      const { rows, next } = await componentTable(actor, where, filter, { ...filter, after, limit: PART });
      const numbers = await readCounters(
        "component",
        rows.map((row) => row.id),
      );
      const lines = rows.map((row) => [
        ...[row.name, row.categoryPath ?? "", urls.component(addressOf(row)).web],
        ...workCells(numbers.get(row.id) ?? noCounters()),
      ]);
      return { lines, next };
    },
  );
}

async function* projects(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  if (path.length > 0) throw new NotFound("There is no such table.");
  const ordered = readOrder(asked);
  yield* walked<string>([t("common.project"), t("scim.address"), ...workHead(t)], async (after) => {
    const { rows, next } = await projectTable(actor, asked.q.trim(), { ...ordered, after, limit: PART });
    const numbers = await visibleCounters(
      actor,
      "project",
      rows.map((row) => row.id),
    );
    const lines = rows.map((row) => [
      row.name,
      urls.project(row.slug).web,
      ...workCells(numbers.get(row.id) ?? noCounters()),
    ]);
    return { lines, next };
  });
}

async function* repositories(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  const project = await projectOf(actor, path);
  const filter = readRepositoryQuery(asked);
  yield* walked<number>(
    [
      ...[t("common.project"), t("common.component"), t("common.repository"), t("common.branch"), t("common.state")],
      ...[t("repository.pending"), t("repository.step.toPush"), t("repository.toPull"), t("repository.fetched")],
    ],
    async (after) => {
      const { rows, next } = await repositoryTable(actor, project?.id, { ...filter, after, limit: PART });
      const lines = rows.map((row) => [
        ...[row.projectName, row.componentName, withoutCredentials(row.url), row.branch, repositoryState(t, row).state],
        ...[row.waiting, row.toPush, row.missing].map(String),
        moment(row.fetchedAt),
      ]);
      return { lines, next };
    },
  );
}

async function* alerts(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  const project = await projectOf(actor, path);
  const filter = {
    ...{ projectId: project?.id, words: asked.q.trim(), kind: asked.kind || undefined },
    dismissed: asked.hidden === "1",
  };
  yield* walked<string>(
    [
      ...[t("common.project"), t("common.component"), t("tables.alert"), t("bulk.since")],
      ...[t("alerts.snooze.label"), t("tables.code")],
    ],
    async (after) => {
      const { rows, next } = await alertPage(actor, filter, { after, limit: PART });
      const lines = rows.map((row) => {
        const known = (ALERTS as Readonly<Record<string, AlertText>>)[row.kind];
        const hidden = row.snoozedUntil ?? (row.dismissed ? t("alerts.snooze.away") : "");
        return [
          ...[row.projectName, row.componentName ?? "", known ? t(known.title) : row.kind],
          ...[moment(row.createdAt), hidden, row.kind],
        ];
      });
      return { lines, next };
    },
  );
}

async function* people(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  const project = await projectOf(actor, path);
  if (!project) throw new NotFound("There is no such table.");
  const addresses = seesAddresses(actor);
  yield* walked<string>(
    [
      ...[t("common.userName"), t("manage.people.fullName"), t("access.teams")],
      ...(addresses ? [t("common.email")] : []),
      t("access.isBlocked"),
    ],
    async (after) => {
      const { rows, next } = await listProjectPeople(actor, project, {
        ...{ words: asked.q, after: after ?? "", limit: PART },
      });
      const lines = rows.map((row) => [
        ...[row.username, row.fullName, row.teams.map(({ name }) => teamName(t, name)).join(", ")],
        ...(addresses ? [row.email ?? ""] : []),
        row.blocked ? t("access.isBlocked") : "",
      ]);
      return { lines, next };
    },
  );
}

async function* users(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  if (path.length > 0) throw new NotFound("There is no such table.");
  const kind = PEOPLE_KINDS.find((name) => name === asked.kind);
  yield* walked<string>(
    [
      ...[t("common.userName"), t("manage.people.fullName"), t("common.email"), t("manage.kind")],
      ...[t("manage.joined"), t("manage.lastSignIn")],
    ],
    async (after) => {
      const { rows, next } = await searchPeople(actor, { q: asked.q, kind, order: "name", after, limit: PART });
      const lines = rows.map((row) => [
        ...[row.username, row.fullName, row.email ?? "", kindOf(t, row)],
        ...[moment(row.dateJoined), moment(row.lastLogin)],
      ]);
      return { lines, next };
    },
  );
}

async function* teams(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  if (path.length > 0) throw new NotFound("There is no such table.");
  const { down } = readOrdered(TEAM_SORTS, asked);
  const filter = { words: asked.q, names: teamsNamed(t, asked.q), all: asked.kind === "all", down };
  yield* walked<number>(
    [t("access.team.label"), t("common.project"), t("team.reaches"), t("team.members"), t("team.roles")],
    async (after) => {
      const { rows, next } = await listSiteTeams(actor, { ...filter, after, limit: PART });
      const lines = rows.map((row) => [
        ...[teamName(t, row.name), row.projectName ?? "", reachText(t, row), String(row.people)],
        row.roleNames.map((name) => roleName(t, name)).join(", "),
      ]);
      return { lines, next: next === undefined ? undefined : Number(next) };
    },
  );
}

async function* languages(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  if (path.length > 0) throw new NotFound("There is no such table.");
  const kind = LANGUAGE_KINDS.find((name) => name === asked.kind);
  const names = languageNames(t);
  const filter = { words: asked.q, codes: names.codesOf(asked.q), kind, ...readOrdered(LANGUAGE_SORTS, asked) };
  yield* walked<string>(
    [
      ...[t("common.language"), t("common.code"), t("manage.languages.aliases"), t("manage.languages.forms")],
      ...[t("manage.languages.sources"), t("manage.languages.translations")],
    ],
    async (after) => {
      const { rows, next } = await listManagedLanguages(actor, { ...filter, after, limit: PART });
      const lines = rows.map((row) => [
        ...[names.of(row.name), row.code, row.aliases.join(" ")],
        ...[row.forms, row.sources, row.translations].map(String),
      ]);
      return { lines, next };
    },
  );
}

async function* tokens(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  if (path.length > 0) throw new NotFound("There is no such table.");
  const kind = TOKEN_KINDS.find((name) => name === asked.kind);
  yield* walked<number>(
    [
      ...[t("common.name"), t("manage.tokens.owner"), t("common.project"), t("tokens.key")],
      ...[t("tokens.lastUsed"), t("tokens.callsHour"), t("tokens.callsWeek"), t("tokens.expiry")],
    ],
    async (after) => {
      const { rows, next } = await listAllTokens(actor, { words: asked.q, kind, after, limit: PART });
      const lines = rows.map((row) => [
        ...[row.name, row.username, row.projectName ?? "", `${row.prefix}…${row.lastFour}`],
        ...[moment(row.lastUsedAt), String(row.callsPerHour), String(row.callsPerWeek), moment(row.expiresAt)],
      ]);
      return { lines, next };
    },
  );
}

async function* labels(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  const project = await projectOf(actor, path);
  if (!project) throw new NotFound("There is no such table.");
  const rows = await listUsed(actor, project.slug, readOrdered(LABEL_SORTS, asked));
  yield [
    [t("common.name"), t("labels.description"), t("labels.color"), t("search.strings")],
    ...rows.map(({ name, description, color, strings }) => [name, description, color, String(strings)]),
  ];
}

async function* screenshots(actor: Actor, path: readonly string[], asked: TableQuery, t: Texts): Lines {
  const place = await resolvePath(actor, path);
  const names = languageNames(t);
  const order = GALLERY_ORDERS.find((name) => name === asked.order);
  yield* walked<string>(
    [t("common.name"), t("common.component"), t("common.language"), t("search.strings"), t("scim.address")],
    async (after) => {
      const { rows, next } = await searchGallery(
        actor,
        place,
        { q: asked.q, loose: asked.kind === "loose", order, after },
        PART,
      );
      const lines = rows.map((row) => [
        ...[row.name, row.componentName, names.of(row.languageName), String(row.strings)],
        urls.screenshot(row.id).web,
      ]);
      return { lines, next };
    },
  );
}
