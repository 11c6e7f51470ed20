import { actionCodes } from "@/lib/domain/change-actions";
import { db, rawSql } from "@/lib/platform/database";
import { dateBounds } from "@/lib/text/search-query/dates";
import type { DateValue, FieldMatch, Query } from "@/lib/text/search-query/query";
import { textRows } from "../../support/text-rows";

/** What a search means, said once more in a plain way: over rows that are read once, one string after the other. */

export interface Row {
  id: number;
  sourceId: number;
  translationId: number;
  componentId: number;
  sources: string[];
  targets: string[];
  context: string;
  note: string;
  location: string;
  explanation: string;
  /** What is said of the translation. */
  own: string;
  flags: string;
  extraFlags: string;
  priority: number;
  position: number;
  state: number;
  pending: boolean;
  automatic: boolean;
  createdAt: Date;
  code: string;
  languageName: string;
  project: string;
  component: string;
  componentName: string;
  variantRegex: string;
}

interface World {
  rows: Row[];
  byId: ReadonlyMap<number, Row>;
  changes: { unitId: number; action: number; at: Date; author: string | null; user: string | null }[];
  findings: { unitId: number; check: string; dismissed: boolean }[];
  suggestions: { unitId: number; author: string | null; targets: string[] }[];
  comments: {
    sourceId: number;
    translationId: number | null;
    author: string | null;
    text: string;
    resolved: boolean;
  }[];
  labels: { sourceId: number; name: string }[];
  screenshots: { sourceId: number; name: string }[];
}

/** Reads all strings and what hangs on them. */
export async function readWorld(): Promise<World> {
  const read = <T>(text: string) => textRows<T>(db, rawSql(text));
  const rows = await read<Row>(`
    select u.id, u.source_id, u.translation_id, s.component_id, s.sources, u.targets, s.context, s.note, s.location, s.explanation, u.explanation as own, s.flags, s.extra_flags, s.priority,
      u.position, u.state, u.pending, u.automatic, u.created_at, l.code, l.name as language_name, p.slug as project, c.slug as component, c.name as component_name, c.variant_regex
    from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
      join components c on c.id = t.component_id join projects p on p.id = c.project_id`);
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    changes: await read(`select ch.unit_id, ch.action, ch.at, a.username as author, b.username as user from changes ch
      left join users a on a.id = ch.author_id left join users b on b.id = ch.user_id where ch.unit_id is not null`),
    findings: await read(`select unit_id, "check", dismissed from findings`),
    suggestions: await read(
      "select sg.unit_id, a.username as author, sg.targets from suggestions sg left join users a on a.id = sg.user_id",
    ),
    comments: await read(
      "select cm.source_id, cm.translation_id, a.username as author, cm.text, cm.resolved from comments cm left join users a on a.id = cm.user_id",
    ),
    labels: await read("select sl.source_id, lb.name from source_unit_labels sl join labels lb on lb.id = sl.label_id"),
    screenshots: await read(
      "select xu.source_id, x.name from screenshot_units xu join screenshots x on x.id = xu.screenshot_id",
    ),
  };
}

const lower = (text: string) => text.toLowerCase();

function text(value: string, match: FieldMatch): boolean {
  if (match.kind !== "text") return false;
  if (match.how === "contains") return lower(value).includes(lower(match.text));
  if (match.how === "exact") return lower(value) === lower(match.text);
  return new RegExp(match.text, "u").test(value);
}

const compare = (value: number, how: string, other: number): boolean =>
  how === "="
    ? value === other
    : how === ">"
      ? value > other
      : how === ">="
        ? value >= other
        : how === "<"
          ? value < other
          : value <= other;

function number(value: number, match: FieldMatch): boolean {
  if (match.kind === "numbers") return match.values.includes(value);
  if (match.kind === "number-range") return value >= match.from && value <= match.to;
  return match.kind === "number" && compare(value, match.how, match.value);
}

/** States 10 to 12 count as one. */
const family = (state: number) => (state >= 10 && state <= 12 ? 10 : state);

function state(value: number, match: FieldMatch): boolean {
  if (match.kind === "state-range") return family(value) >= family(match.from) && family(value) <= family(match.to);
  if (match.kind !== "state") return false;
  if (match.state === 11 || match.state === 12) return compare(value, match.how, match.state);
  return compare(family(value), match.how, match.state);
}

function moment(value: Date, match: FieldMatch): boolean {
  const bounds = (date: DateValue) => dateBounds(date, new Date());
  if (match.kind === "date-range") return value >= bounds(match.from).start && value < bounds(match.to).end;
  if (match.kind !== "date") return false;
  const { start, end } = bounds(match.date);
  return {
    "=": value >= start && value < end,
    ">": value >= end,
    ">=": value >= start,
    "<": value < start,
    "<=": value < end,
  }[match.how];
}

const name = (match: FieldMatch) => (match.kind === "name" ? match.name : "");
const same = (a: string | null, match: FieldMatch) => a !== null && lower(a) === lower(name(match));
const CONTENT = new Set([...actionCodes("content"), 59, 72, 74]);
const ACTION_CODES: Readonly<Record<string, number>> = {
  "translation-changed": 2,
  "translation-added": 5,
  "suggestion-accepted": 7,
  "comment-added": 3,
  "string-updated-in-the-repository": 59,
};
const EVENT = ["changed", "changed_by", "change_time", "change_action"];

const isEvent = (query: Query): boolean =>
  query.kind === "field"
    ? EVENT.includes(query.field)
    : (query.kind === "and" || query.kind === "or") && query.queries.every(isEvent);

export class Oracle {
  constructor(private readonly world: World) {}

  get rows(): readonly Row[] {
    return this.world.rows;
  }

  found(query: Query): number[] {
    return this.world.rows
      .filter((row) => this.fits(row, query))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  }

  private fits(row: Row, query: Query): boolean {
    if (isEvent(query)) return this.hasEvent(row, query);
    switch (query.kind) {
      case "all":
        return true;
      case "text": {
        const wanted: FieldMatch = { kind: "text", how: "contains", text: query.text };
        return [...row.sources, ...row.targets, row.context].some((one) => text(one, wanted));
      }
      case "not":
        return !this.fits(row, query.query);
      case "or":
        return query.queries.some((one) => this.fits(row, one));
      case "and": {
        const flat = (list: readonly Query[]): Query[] =>
          list.flatMap((one) => (one.kind === "and" ? flat(one.queries) : [one]));
        const parts = flat(query.queries);
        const events = parts.filter(isEvent);
        if (events.length > 0 && !this.hasEvent(row, { kind: "and", queries: events })) return false;
        return parts.filter((one) => !isEvent(one)).every((one) => this.fits(row, one));
      }
      case "field":
        return this.field(row, query.field, query.match);
    }
  }

  private hasEvent(row: Row, query: Query): boolean {
    return this.world.changes.some((change) => change.unitId === row.id && this.event(change, query, false));
  }

  private event(change: World["changes"][number], query: Query, given: boolean): boolean {
    const names = (one: Query): boolean =>
      one.kind === "field"
        ? one.field === "change_action"
        : one.kind === "and"
          ? one.queries.some(names)
          : one.kind === "or" && one.queries.every(names);
    const named = given || names(query);
    if (query.kind === "and") return query.queries.every((one) => this.event(change, one, named));
    if (query.kind === "or") return query.queries.some((one) => this.event(change, one, named));
    if (query.kind !== "field") return false;
    const { field, match } = query;
    if (field === "change_action") return change.action === ACTION_CODES[name(match)];
    if (field === "change_time") return moment(change.at, match);
    if (!named && !CONTENT.has(change.action)) return false;
    if (field === "changed") return moment(change.at, match);
    const who = named ? (change.author ?? change.user) : change.author;
    return name(match) === "" ? who === null : same(who, match);
  }

  private newest(unitId: number, match: FieldMatch): boolean {
    const times = this.world.changes
      .filter((change) => change.unitId === unitId && CONTENT.has(change.action))
      .map(({ at }) => at.getTime());
    return times.length > 0 && moment(new Date(Math.max(...times)), match);
  }

  private comments(row: Row, resolved: boolean) {
    return this.world.comments.filter(
      (one) =>
        one.sourceId === row.sourceId &&
        one.resolved === resolved &&
        (one.translationId === null || one.translationId === row.translationId),
    );
  }

  private labels(row: Row) {
    return this.world.labels.filter((one) => one.sourceId === row.sourceId);
  }

  private field(row: Row, field: string, match: FieldMatch): boolean {
    const { world } = this;
    switch (field) {
      case "source":
        return row.sources.some((one) => text(one, match));
      case "target":
        return row.targets.some((one) => text(one, match));
      case "context":
      case "note":
      case "location":
        return text(row[field], match);
      case "explanation":
        return text(row.explanation, match) || (row.own !== "" && text(row.own, match));
      case "id":
      case "position":
      case "priority":
        return number(row[field], match);
      case "state":
        return state(row.state, match);
      case "source_state":
        return state(world.byId.get(row.sourceId)?.state ?? -1, match);
      case "pending":
        return match.kind === "boolean" && row.pending === match.value;
      case "added":
        return moment(row.createdAt, match);
      case "last_changed":
        return this.newest(row.id, match);
      case "source_changed":
        return this.newest(row.sourceId, match);
      case "language":
        return lower(row.code) === lower(name(match)) || lower(row.languageName) === lower(name(match));
      case "project":
        return same(row.project, match);
      case "component":
        return (
          match.kind === "text" &&
          ((match.how === "contains"
            ? same(row.component, { kind: "name", name: match.text })
            : text(row.component, match)) ||
            text(row.componentName, match))
        );
      case "path": {
        const path = `${row.project}/${row.component}/${row.code}`;
        return path === name(match) || path.startsWith(`${name(match)}/`);
      }
      case "check":
      case "dismissed_check":
        return world.findings.some(
          (one) =>
            one.unitId === row.id && one.check === name(match) && one.dismissed === (field === "dismissed_check"),
        );
      case "comment":
      case "resolved_comment":
        return this.comments(row, field === "resolved_comment").some((one) => text(one.text, match));
      case "comment_author":
        return [...this.comments(row, true), ...this.comments(row, false)].some((one) => same(one.author, match));
      case "suggestion":
        return world.suggestions.some(
          (one) => one.unitId === row.id && one.targets.some((target) => text(target, match)),
        );
      case "suggestion_author":
        return world.suggestions.some((one) => one.unitId === row.id && same(one.author, match));
      case "label":
        return this.labels(row).some((one) => text(one.name, match));
      case "labels_count":
        return number(this.labels(row).length, match);
      case "screenshot":
        return world.screenshots.some((one) => one.sourceId === row.sourceId && text(one.name, match));
      case "is":
        return this.is(row, name(match));
      case "has":
        return this.has(row, name(match));
      default:
        throw new Error(`The oracle does not know ${field}.`);
    }
  }

  private is(row: Row, word: string): boolean {
    switch (word) {
      case "pending":
        return row.pending;
      case "automatically-translated":
        return row.automatic;
      case "translated":
        return row.state >= 20;
      case "untranslated":
        return row.state < 20;
      case "approved":
        return row.state === 30;
      case "read-only":
        return row.state === 100;
      default:
        return family(row.state) === 10;
    }
  }

  private has(row: Row, word: string): boolean {
    const { world } = this;
    switch (word) {
      case "plural":
        return row.sources.length > 1;
      case "context":
      case "note":
      case "location":
        return row[word] !== "";
      case "explanation":
        return row.explanation !== "" || row.own !== "";
      case "flags":
        return row.extraFlags !== "";
      case "translation":
        return row.state >= 20;
      case "suggestion":
        return world.suggestions.some((one) => one.unitId === row.id);
      case "comment":
        // One for all languages counts for the source string.
        return this.comments(row, false).some((one) => one.translationId !== null || row.id === row.sourceId);
      case "resolved-comment":
        return this.comments(row, true).length > 0;
      case "source-comment":
        return this.comments(row, false).some((one) => one.translationId === null);
      case "check":
      case "dismissed-check":
        return world.findings.some((one) => one.unitId === row.id && one.dismissed === (word === "dismissed-check"));
      case "label":
        return this.labels(row).length > 0;
      case "screenshot":
        return world.screenshots.some((one) => one.sourceId === row.sourceId);
      case "variant":
        return this.isVariant(row);
      default:
        throw new Error(`The oracle does not know has:${word}.`);
    }
  }

  private isVariant(row: Row): boolean {
    const others = this.world.rows.filter(
      (one) => one.componentId === row.componentId && one.sourceId !== row.sourceId,
    );
    const bare = (one: Row) => one.context.replace(new RegExp(one.variantRegex, "g"), "");
    const named = (one: Row) => /variants:"([^"]*)"/.exec(one.extraFlags || one.flags)?.[1];
    const bareKey = bare(row);
    const alike = row.variantRegex === "" || bareKey === "" ? [] : others.filter((one) => bare(one) === bareKey);
    return (
      [row, ...alike].some((one) => alike.length > 0 && bare(one) !== one.context) ||
      others.some(
        (one) =>
          named(one) === row.sources[0] ||
          named(row) === one.sources[0] ||
          (named(one) !== undefined && named(one) === named(row)),
      )
    );
  }
}
