import type { ReactNode } from "react";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { can } from "@/lib/domain/access/demand";
import { findDemo } from "@/lib/domain/demo/demo";
import { DemoState } from "../demo-state";

export const generateMetadata = titled("setup.title");

/** The last step of the first run: something to translate, which may be the demo, and how far it is while it is made. */
export default async function StartPage() {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const demo = await findDemo(actor);
    return (
      <div className="mx-auto max-w-[560px]">
        <Page title={t("setup.title")} lead={t("setup.start.lead")} narrow>
          <div className="grid gap-4">
            {can(actor, "project.add") ? (
              <Choice
                name={t("setup.start.demo.name")}
                text={demo.state === "there" ? t("setup.start.demo.there") : t("setup.start.demo.text")}
              >
                <DemoState demo={demo} />
              </Choice>
            ) : null}
            <Choice name={t("setup.start.own.name")} text={t("setup.start.own.text")}>
              <LinkButton href="/create/project/">{t("setup.start.own.go")}</LinkButton>
            </Choice>
            <Choice name={t("setup.start.later.name")} text={t("setup.start.later.text")}>
              <LinkButton kind="quiet" href="/?welcome">
                {t("setup.start.later.go")}
              </LinkButton>
            </Choice>
          </div>
        </Page>
      </div>
    );
  });
}

function Choice({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="panel grid gap-3 p-5">
      <div>
        <h2 className="text-h2 font-semibold tracking-tight">{name}</h2>
        <p className="text-ink-2">{text}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}
