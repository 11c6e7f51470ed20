import { createHash } from "node:crypto";
import { agreements, findings, translations, units } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asNumber, counted } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import type { NewComponent } from "../components/component-input";
import { type ComponentRow, scopeOf } from "../components/components";
import { readCounter } from "../counters/read-counters";
import { type FieldError, Locked, problemsOr } from "../errors";
import type { Marks } from "../stale";
import { checkFiles } from "./internal/check-files";
import { withFilesAsSet } from "./internal/files-as-set";
import { type FilesOutcome, languagesAsSet } from "./internal/languages-as-set";
import { changeProblems, changesOfForm, readsAgain, refuseEmptying, settledChanges } from "./update-component";

/** What saving the settings of a component would lead to, told before it is done. */

const [a, t, u, f] = [agreements.as("a"), translations.as("t"), units.as("u"), findings.as("f")];

/** One consequence, for a page to put into words. */
export type Consequence =
  /** The files are read again, and this comes of it. */
  | ({ kind: "files" } & FilesOutcome)
  /** The files cannot be looked at, as somebody else works on the repository. */
  | { kind: "busy" }
  /** Suggestions cannot be made any more; so many strings have some that wait. */
  | { kind: "noSuggestions"; waiting: number }
  /** Strings are checked again. */
  | { kind: "rechecks"; strings: number }
  /** So many translated strings fail checks that are newly enforced; they stay as they are until somebody saves them. */
  | { kind: "enforces"; failing: number }
  /** People who have accepted the agreement are asked again. */
  | { kind: "asksAgain"; people: number }
  /** Only teams that name the component see it. */
  | { kind: "restricts" }
  /** Whoever sees the project sees the component. */
  | { kind: "opens" }
  /** Its pages have other addresses; the old ones lead on. */
  | { kind: "moves" };

export interface SettingsPreview {
  problems: FieldError[];
  consequences: Consequence[];
  /** What is to be confirmed, as a short word; "" where nothing that people wrote goes. */
  sure: string;
}

/** How long it waits for the working copy: whoever types goes on meanwhile, and whoever saves has to know. */
const WAIT_MS = { typing: 1500, saving: 5000 } as const;

/**
 * What a change of settings would lead to. Needs `component.edit`. What a save would refuse is told by its fields.
 * @param seen marks of what the form showed
 * @throws StaleForm; Invalid for settings that follow nothing; Locked for whoever saves
 */
export async function previewComponent(
  actor: Actor,
  component: ComponentRow,
  wanted: Partial<NewComponent>,
  seen: Marks,
  who: keyof typeof WAIT_MS = "typing",
): Promise<SettingsPreview> {
  demand(actor, "component.edit", scopeOf(component));
  const { before, changed } = await settledChanges(component, changesOfForm(component, wanted, seen));
  const next = { ...before, ...changed } as NewComponent;
  const problems = changeProblems(component, before, changed);
  const consequences: Consequence[] = [];
  const counters = await readCounter("component", component.id);
  if (changed.slug !== undefined || changed.categoryId !== undefined) consequences.push({ kind: "moves" });
  if (changed.restricted !== undefined) consequences.push({ kind: changed.restricted ? "restricts" : "opens" });
  if (changed.enableSuggestions === false) consequences.push({ kind: "noSuggestions", waiting: counters.suggestions });
  if (changed.checkFlags !== undefined) consequences.push({ kind: "rechecks", strings: counters.total });
  const enforced = (changed.enforcedChecks ?? []).filter((check) => !before.enforcedChecks?.includes(check));
  if (enforced.length > 0)
    consequences.push({ kind: "enforces", failing: await failingStrings(component.id, enforced) });
  if (changed.agreement !== undefined) {
    const people = await acceptances(component.id);
    if (people > 0) consequences.push({ kind: "asksAgain", people });
  }
  if (problems.length > 0 || !readsAgain(before, changed)) return { problems, consequences, sure: "" };
  try {
    const done = await withFilesAsSet(
      component,
      { next, changed },
      async (repository) => {
        const look = await checkFiles(next, repository.commit, repository.copy, component.project.languageAliases);
        const wrong = [...look.problems, ...(changed.template === undefined ? [] : look.foreignBase)];
        if (wrong.length === 0 && look.matched.translations.length === 0)
          wrong.push(...(await problemsOr(() => refuseEmptying(component, next.filemask))).problems);
        if (wrong.length > 0) return { wrong };
        return { wrong, outcome: await languagesAsSet(component, { next, changed }, look.matched, repository) };
      },
      WAIT_MS[who],
    );
    if (!done.outcome) return { problems: done.wrong, consequences, sure: "" };
    const told: Consequence = { kind: "files", ...done.outcome };
    return { problems, consequences: [told, ...consequences], sure: wordOf(done.outcome) };
  } catch (error) {
    if (!(error instanceof Locked) || who === "saving") throw error;
    return { problems, consequences: [{ kind: "busy" }, ...consequences], sure: "" };
  }
}

async function acceptances(componentId: number): Promise<number> {
  return (await db.one(sql`select ${counted} from ${a} where ${a.componentId} = ${componentId}`))?.count ?? 0;
}

/** Translated strings of a component that fail one of some checks. */
async function failingStrings(componentId: number, checks: readonly string[]): Promise<number> {
  const row = await db.one(sql`
    select ${named({ count: asNumber(sql`count(distinct ${u.id})`) })}
    from ${t} join ${u} on ${u.translationId} = ${t.id} and ${u.failing} and ${u.state} between ${STATE.TRANSLATED} and ${STATE.APPROVED}
      join ${f} on ${f.unitId} = ${u.id} and not ${f.dismissed} and ${anyOf(f.check, checks)}
    where ${t.componentId} = ${componentId}`);
  return row?.count ?? 0;
}

/** What goes, in a word that is another one when something else goes. */
function wordOf({ goes, lost = 0 }: FilesOutcome): string {
  const texts = goes.filter(({ strings }) => strings > 0);
  if (texts.length === 0 && lost === 0) return "";
  const told = JSON.stringify([lost, texts.map(({ code, strings }) => [code, strings])]);
  return createHash("sha256").update(told).digest("base64url").slice(0, 16);
}
