import type { ReactNode } from "react";
import { loadTask } from "@/app/ui/load-task";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { TaskProgress } from "@/app/ui/task-progress";
import type { Actor } from "@/lib/domain/access/actor";
import { type BulkPlan, findPlan, planStrings } from "@/lib/domain/bulk/plan";
import { unitChecksum, unitsById } from "@/lib/domain/units/units";
import { urls } from "@/lib/urls";
import { PLAN_PAGE } from "./page-size";
import { PlanPreview, PlanResult } from "./plan-view";
import { skipText } from "./skip-texts";

/** The plan that the address names, as far as it is one of this place; undefined when none is named. */
export async function planOf(actor: Actor, id: string, slugs: string): Promise<BulkPlan | undefined> {
  if (id === "") return undefined;
  const plan = await findPlan(actor, id);
  return plan.path === slugs ? plan : undefined;
}

/** What a plan would do, or while and after it is carried out what it does and did. */
export async function ShownPlan({
  actor,
  plan,
  from,
  labels,
  word,
}: {
  actor: Actor;
  plan: BulkPlan;
  from: number;
  labels: ReadonlyMap<number, string>;
  word: "replace" | "bulk-edit" | "auto-translate";
}) {
  const { making } = plan;
  if (making && !making.done) {
    const made = await loadTask(actor, making.task);
    return made ? (
      <div className="mt-6" id="preview">
        <TaskProgress key={made.task.id} task={made.task} title={made.title} openLog={made.task.failed} />
      </div>
    ) : null;
  }
  if (plan.taskId === null) {
    const rows = await planStrings(actor, plan, { from, limit: PLAN_PAGE });
    return <PlanPreview plan={plan} rows={rows} from={from} labels={labels} word={word} />;
  }
  const t = await getTexts();
  const watched = plan.progress?.done ? undefined : await loadTask(actor, plan.taskId);
  const named = plan.progress?.left.slice(0, 20) ?? [];
  const units = new Map(
    (
      await unitsById(
        actor,
        named.map(({ unit }) => unit),
      )
    ).map((unit) => [unit.id, unit]),
  );
  const left = named.flatMap(({ unit: id, reason }) => {
    const unit = units.get(id);
    if (!unit) return [];
    const text = (unit.sources[0] || unit.context).slice(0, 120);
    return [{ href: path(urls.unitPage(unit, unitChecksum(unit))), text, why: skipText(t, reason) }];
  });
  return (
    <div className="mb-6 grid gap-6">
      {watched ? (
        <TaskProgress key={watched.task.id} task={watched.task} title={watched.title} openLog={watched.task.failed} />
      ) : null}
      <PlanResult plan={plan} left={left} />
    </div>
  );
}

/** The form that a plan is made with: what came of the plan stands above it, what it would do below. */
export function AroundPlan({
  plan,
  shown,
  children,
}: {
  plan: BulkPlan | undefined;
  shown: ReactNode;
  children: ReactNode;
}) {
  const isCarriedOut = plan !== undefined && plan.taskId !== null;
  return (
    <>
      {isCarriedOut ? shown : null}
      {children}
      {isCarriedOut ? null : shown}
    </>
  );
}
