import { labels, users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { describeCheck } from "@/lib/text/checks/describe";
import { STATE, type UnitState } from "@/lib/text/codes";
import { validateFlagNames, validateFlags } from "@/lib/text/flags/validate";
import { refusal } from "@/lib/text/messages/refusal";
import { makeReplacer, type Replacement, type Replacer } from "@/lib/text/replace";
import type { Permission } from "../access/permissions";
import { type FieldError, Invalid, type Sentence, worded } from "../errors";
import type { SourceWish } from "../machinery/auto-translate";
import type { AutoMode } from "../machinery/candidates";
import { fontProblem } from "../projects/font-names";
import type { ProjectRow } from "../projects/projects";

/** What somebody wants of many strings. */

/** Other words in the texts of translations. */
export interface ReplaceWish extends Replacement {
  act: "replace";
}

/** Another state of translations; other flags and labels of their source strings. */
export interface EditWish {
  act: "edit";
  /** Undefined leaves it as it is. */
  state?: UnitState;
  addFlags: string;
  removeFlags: string;
  /** Ids. */
  addLabels: readonly number[];
  removeLabels: readonly number[];
}

/** Findings of these checks count no longer. */
export interface DismissWish {
  act: "dismiss";
  checks: readonly string[];
}

/** The suggestion with the most votes, the newest of several, becomes the translation. */
export interface AcceptWish {
  act: "accept";
  approve: boolean;
}

/** Strings go: those of a place with all languages from all of them, those of one language from that one. */
export interface RemoveWish {
  act: "remove";
}

/** What somebody has changed since a day becomes what it was before, unless others have worked on it since. */
export interface RevertWish {
  act: "revert";
  /** Name of the user. */
  user: string;
  /** A day, as 2026-11-01, or a moment. */
  since: string;
}

/** Strings are translated without a person, with the texts that were found when the plan was made. */
export interface TranslateWish extends SourceWish {
  act: "translate";
  mode: AutoMode;
  /** The least quality that is taken of services, 1 to 100. */
  threshold: number;
}

export type Wish = ReplaceWish | EditWish | DismissWish | AcceptWish | RemoveWish | RevertWish | TranslateWish;

export const ACTS = [
  "replace",
  "edit",
  "dismiss",
  "accept",
  "remove",
  "revert",
  "translate",
] as const satisfies readonly Wish["act"][];

/** A wish that breaks no rule, with what it takes to look at strings by it. */
export interface ReadyWish {
  wish: Wish;
  replace: Replacer;
  /** Whether states of translations change. */
  states: boolean;
  /** Whether source strings get other flags or labels. */
  marks: boolean;
  /** Whose changes are reverted, and from when on. */
  reverted?: { userId: number; since: Date };
}

/** States that many translations may be put into; a translation is emptied one by one. */
export const BULK_STATES = [
  STATE.NEEDS_EDITING,
  STATE.NEEDS_REWRITING,
  STATE.NEEDS_CHECKING,
  STATE.TRANSLATED,
  STATE.APPROVED,
] as const;

/** What it takes to begin; each string is asked for by itself as well. */
export function permissionOf({ act }: Wish): Permission {
  if (act === "translate") return "translation.auto";
  return act === "replace" ? "unit.edit" : "unit.bulk_edit";
}

/** What taking it back takes, where the strings are. */
export function needsOf(wish: Wish): readonly Permission[] {
  switch (wish.act) {
    case "replace":
      return ["unit.edit"];
    case "revert":
      return ["unit.bulk_edit", "unit.edit"];
    case "edit":
      return wish.state === STATE.APPROVED ? ["unit.bulk_edit", "unit.review"] : ["unit.bulk_edit"];
    case "dismiss":
      return ["unit.bulk_edit", "unit.check"];
    case "accept":
      return ["unit.bulk_edit", "suggestion.accept"];
    case "remove":
      return ["unit.bulk_edit", "unit.delete"];
    case "translate":
      return wish.mode === "approved" ? ["translation.auto", "unit.review"] : ["translation.auto"];
  }
}

/** A wish as strings are looked at by it. */
function readyWish(wish: Wish): ReadyWish {
  const replacer = wish.act === "replace" ? makeReplacer(wish) : undefined;
  return {
    wish,
    replace: typeof replacer === "function" ? replacer : () => undefined,
    states: wish.act === "edit" && wish.state !== undefined,
    marks: wish.act === "edit" && marksSources(wish),
  };
}

const marksSources = ({ addFlags, removeFlags, addLabels, removeLabels }: EditWish): boolean =>
  [addFlags, removeFlags].some((text) => text.trim() !== "") || addLabels.length + removeLabels.length > 0;

/** @throws Invalid naming the fields; no string was looked at yet */
export async function checkWish(wish: Wish, project: ProjectRow): Promise<ReadyWish> {
  const errors: FieldError[] = [];
  const wrong = (path: string, why: Sentence, code = "invalid") => errors.push({ path, code, ...worded(why) });
  if (wish.act === "replace") {
    const replacer = makeReplacer(wish);
    if (typeof replacer !== "function")
      wrong(replacer.part, replacer.problem, wish.find === "" ? "required" : "invalid");
  }
  if (wish.act === "edit") {
    if (wish.state === undefined && !marksSources(wish)) wrong("", refusal("chooseStateFlags"), "required");
    if (wish.state !== undefined && !BULK_STATES.some((state) => state === wish.state))
      wrong("state", refusal("chooseOneOf", { choices: BULK_STATES.join(", ") }), "invalid_choice");
    if (wish.state === STATE.APPROVED && !project.translationReview)
      wrong("state", refusal("translationsOnlyApproved"), "invalid_choice");
    for (const message of wish.addFlags ? validateFlags(wish.addFlags) : []) wrong("addFlags", message);
    const font = await fontProblem(db, project.id, wish.addFlags);
    if (font) wrong("addFlags", font, "does_not_exist");
    for (const message of wish.removeFlags ? validateFlagNames(wish.removeFlags) : []) wrong("removeFlags", message);
    await checkLabels(wish, project, wrong);
  }
  if (wish.act === "dismiss") {
    if (wish.checks.length === 0) wrong("checks", refusal("chooseLeastCheck"), "empty");
    for (const check of wish.checks)
      if (!describeCheck(check)) wrong("checks", refusal("noCheck", { check: check.slice(0, 60) }), "invalid_choice");
  }
  if (wish.act === "accept" && wish.approve && !project.translationReview)
    wrong("approve", refusal("translationsOnlyApproved"));
  const reverted = wish.act === "revert" ? await revertedBy(wish, wrong) : undefined;
  if (errors.length > 0) throw new Invalid(errors);
  return { ...readyWish(wish), reverted };
}

type Wrong = (path: string, why: Sentence, code?: string) => void;

/** Who is meant, by the name that people see, and the moment from which on. */
async function revertedBy(wish: RevertWish, wrong: Wrong): Promise<ReadyWish["reverted"]> {
  const since = new Date(wish.since);
  if (!/^\d{4}-\d{2}-\d{2}/.test(wish.since) || Number.isNaN(since.getTime())) wrong("since", refusal("enterDaySuch"));
  const user = await db.one(
    sql`select ${pick(users, "id")} from ${users} where lower(${users.username}) = lower(${wish.user})`,
  );
  if (wish.user.trim() === "") wrong("user", refusal("enterUserName"), "required");
  else if (!user) wrong("user", refusal("noUser", { user: wish.user.slice(0, 100) }), "does_not_exist");
  return user && { userId: user.id, since };
}

/** A wish that was found sound before, with what its names stand for. */
export async function readyAgain(wish: Wish): Promise<ReadyWish> {
  const reverted = wish.act === "revert" ? await revertedBy(wish, () => {}) : undefined;
  return { ...readyWish(wish), reverted };
}

async function checkLabels({ addLabels, removeLabels }: EditWish, project: ProjectRow, wrong: Wrong): Promise<void> {
  const wanted = [...addLabels, ...removeLabels];
  if (wanted.length === 0) return;
  const rows = await db.rows(sql`
    select ${pick(labels, "id")} from ${labels} where ${labels.projectId} = ${project.id} and ${anyOf(labels.id, wanted)}`);
  const known = new Set(rows.map(({ id }) => id));
  for (const [path, ids] of [
    ["addLabels", addLabels],
    ["removeLabels", removeLabels],
  ] as const)
    for (const id of ids) if (!known.has(id)) wrong(path, refusal("noLabelProject", { id }), "does_not_exist");
}
