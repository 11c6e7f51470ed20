import { machineryLimits, machineryUsage } from "@/lib/generated/tables";
import { assigned, named, names, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid } from "../errors";
import type { ProjectRow } from "../projects/projects";
import { type Limits, type Spent, stateOfMonth } from "./internal/spend";

const [n, l] = [machineryUsage.as("n"), machineryLimits.as("l")];

/** What services outside cost a project, and what they may. */

export interface UsageRow extends Spent {
  /** As 2026-11. */
  month: string;
  service: string;
  requests: number;
}

export interface MachineryUse {
  /** Of a month; null is no limit. */
  limits: Limits;
  /** This month. */
  spent: Spent;
  /** By month and service, newest first; a year of them. */
  rows: UsageRow[];
}

/** What a project has spent. Needs `project.edit`. @throws Forbidden */
export async function readUsage(actor: Actor, project: ProjectRow): Promise<MachineryUse> {
  demand(actor, "project.edit", { project });
  const state = await stateOfMonth(db, project.id);
  const rows = await db.rows(sql`
    select ${named({ month: asText(sql`to_char(${n.month}, 'YYYY-MM')`) })}, ${pick(n, "service", "requests", "characters", "tokens")}
    from ${n} where ${n.projectId} = ${project.id} and ${n.month} > now() - interval '1 year' order by ${n.month} desc, ${n.service}`);
  return { ...state, rows };
}

/** Sets what a project may spend in a month; undefined leaves a limit as it is. Needs `project.edit`. @throws Forbidden, Invalid */
export async function setLimits(actor: Actor, project: ProjectRow, wanted: Partial<Limits>): Promise<void> {
  demand(actor, "project.edit", { project });
  for (const [path, value] of Object.entries(wanted))
    if (value != null && (!Number.isSafeInteger(value) || value < 0))
      throw Invalid.field(path, refusal("enterWholeNumber"));
  await inTransaction(async (tx) => {
    const { limits: before } = await stateOfMonth(tx, project.id);
    const { characters = before.characters, tokens = before.tokens } = wanted;
    if (characters === before.characters && tokens === before.tokens) return;
    const excluded = machineryLimits.as("excluded");
    await tx.run(sql`
      insert into ${l} ${row(l, { projectId: project.id, characters, tokens })} on conflict (${names(l, "projectId")})
      do update set ${assigned(l, { characters: excluded.characters, tokens: excluded.tokens })}`);
    await record(tx, actor, [
      {
        action: ACTION.PROJECT_SETTING_CHANGED,
        projectId: project.id,
        target: `${characters ?? "–"} / ${tokens ?? "–"}`,
        details: { setting: "machinery_limits" },
      },
    ]);
  });
}
