import { components, projects, sourceUnits, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { flagFormOf } from "@/lib/text/checks/ids";
import { findCheck } from "@/lib/text/checks/registry";
import { STRING_CHECK_IDS } from "@/lib/text/checks/string-checks";
import type { Flags } from "@/lib/text/flags/flags";
import { clearAlert, raiseAlert } from "../components/alerts";
import { effectiveFlags, outerFlags } from "../quality/check-unit";
import { ENFORCEABLE } from "./internal/enforce-related";

const [c, p, t, s] = [components.as("c"), projects.as("p"), translations.as("t"), sourceUnits.as("s")];

/** An enforced check that holds nothing back, and why. */
interface Unused {
  check: string;
  message: string;
}

/**
 * Tells of the checks that a component enforces though they can never hold a translation back, and takes that back once they
 * can. Strings are only asked where nothing around them switches a check on.
 */
export async function judgeEnforced(tx: Tx, componentId: number): Promise<void> {
  const component = await tx.one(sql`
    select ${pick(c, "id", "projectId", "enforcedChecks", "fileFormat", "isGlossary", "allowPropagation")}, ${named({ componentFlags: c.checkFlags, projectFlags: p.checkFlags })}
    from ${c} join ${p} on ${p.id} = ${c.projectId} where ${c.id} = ${componentId}`);
  if (!component) return;
  const unused = component.enforcedChecks.length === 0 ? [] : await unusedOf(tx, component);
  if (unused.length === 0) await clearAlert(tx, componentId, ["UnusedEnforcedCheck"]);
  else await raiseAlert(tx, component, "UnusedEnforcedCheck", { checks: unused });
}

interface Enforcing {
  id: number;
  enforcedChecks: readonly string[];
  fileFormat: string;
  isGlossary: boolean;
  allowPropagation: boolean;
  componentFlags: string;
  projectFlags: string;
}

async function unusedOf(tx: Tx, component: Enforcing): Promise<Unused[]> {
  const { id, enforcedChecks, fileFormat, isGlossary, componentFlags, projectFlags } = component;
  const unused: Unused[] = [];
  let waiting: string[] = [];
  for (const check of enforcedChecks) {
    const message = hopeless(check, component);
    if (message === undefined) waiting.push(check);
    else unused.push({ check, message });
  }
  const languages = await tx.rows(
    sql`select distinct ${pick(t, "checkFlags")} from ${t} where ${t.componentId} = ${id}`,
  );
  const outer = languages.map(({ checkFlags }) =>
    outerFlags({
      component: { checkFlags: componentFlags, fileFormat, isGlossary, project: { checkFlags: projectFlags } },
      translation: { checkFlags },
    }),
  );
  const stillWaiting = (levels: readonly string[][]) => {
    const flags = levels.map((texts) => effectiveFlags(texts));
    waiting = waiting.filter((check) => !flags.some((one) => runsUnder(check, one)));
  };
  stillWaiting(outer);
  if (waiting.length > 0) {
    const own = await tx.rows(sql`
      select distinct ${pick(s, "flags", "extraFlags")} from ${s}
      where ${s.componentId} = ${id} and (${s.flags} <> '' or ${s.extraFlags} <> '')`);
    stillWaiting(own.flatMap(({ flags, extraFlags }) => outer.map((texts) => [...texts, flags, extraFlags])));
  }
  return [...unused, ...waiting.map((check) => ({ check, message: whyNot(check) }))];
}

/** Why a check holds nothing back, whatever the flags; undefined for one that may. */
function hopeless(check: string, { allowPropagation, isGlossary }: Enforcing): string | undefined {
  if (isEnforceable(check))
    return allowPropagation && !isGlossary
      ? undefined
      : `${check} looks at other components, which takes translation propagation in one that is no glossary.`;
  if (STRING_CHECK_IDS.includes(check)) return `${check} looks at other strings, which is done after a save.`;
  if (!findCheck(check)) return `${check} is not made by this installation.`;
  return undefined;
}

const isEnforceable = (check: string): boolean => (ENFORCEABLE as readonly string[]).includes(check);

function runsUnder(check: string, flags: Flags): boolean {
  if (flags.has("ignore-all-checks") || flags.has(`ignore-${flagFormOf(check)}`)) return false;
  const runs = isEnforceable(check) ? "always" : findCheck(check)?.runs;
  return runs === "always" || (runs?.flags.some((flag) => flags.has(flag)) ?? false);
}

function whyNot(check: string): string {
  const runs = findCheck(check)?.runs;
  return runs === "always" || runs === undefined
    ? `${check} is ignored by a flag of all strings.`
    : `${check} needs the flag ${runs.flags.join(" or ")}, which no string has.`;
}
