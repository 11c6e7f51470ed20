import { AskFirst } from "@/app/ui/ask-first";
import { getTexts } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { can } from "@/lib/domain/access/demand";
import { type DemoRemoval, findDemo, planDemoRemoval } from "@/lib/domain/demo/demo";
import { Forbidden } from "@/lib/domain/errors";
import { dropDemo } from "../setup/demo-actions";
import { DemoState } from "../setup/demo-state";

/** The demo and its removal; where there is nothing to translate yet, the offer to make it. */
export async function DemoSection() {
  const t = await getTexts();
  const actor = await currentActor();
  const demo = await findDemo(actor);
  const none = demo.state === "none";
  if (none && !(can(actor, "project.add") && (demo.alone || demo.task !== null))) return null;
  const removable = demo.state === "there" || demo.state === "partial";
  const plan = removable ? await planDemoRemoval(actor).catch(notAllowed) : undefined;
  return (
    <Section id="demo" title={t("demo.title")} lead={t(none ? "demo.offer" : "demo.lead")}>
      <div className="panel grid gap-4 p-4">
        <DemoState demo={demo} />
        {plan ? (
          <AskFirst
            action={dropDemo}
            open={t("demo.remove")}
            label={t("demo.remove")}
            question={<WhatGoes plan={plan} />}
          />
        ) : null}
      </div>
    </Section>
  );
}

/** Who may not remove a project of it is not asked. */
function notAllowed(error: unknown): undefined {
  if (!(error instanceof Forbidden)) throw error;
}

async function WhatGoes({ plan }: { plan: DemoRemoval }) {
  const t = await getTexts();
  const { projects, components, strings, typed, suggestions, comments } = plan;
  const untouched = typed + suggestions + comments === 0;
  return (
    <>
      <p>{t("demo.going", { projects, components, strings })}</p>
      <p className="mt-2">{untouched ? t("demo.untouched") : t("demo.typed", { typed, suggestions, comments })}</p>
    </>
  );
}
