import type { Metadata } from "next";
import { ActionForm } from "@/app/ui/action-form";
import { componentLine } from "@/app/ui/component-line";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { WorkTable } from "@/app/ui/work-table";
import { can } from "@/lib/domain/access/demand";
import { find, memberIds } from "@/lib/domain/componentlists/componentlists";
import { addressOf, componentsById } from "@/lib/domain/components/components";
import { readCounters } from "@/lib/domain/counters/read-counters";
import { urls } from "@/lib/urls";
import { addToList, dropList, takeOffList } from "../actions";
import { ListForm } from "../list-form";

export async function generateMetadata({ params }: { params: Promise<{ slug: string }> }): Promise<Metadata> {
  const t = await getTexts();
  const list = await find(await currentActor(), (await params).slug).catch(() => undefined);
  return { title: list ? `${list.name} · ${t("componentLists.title")}` : t("common.notFound") };
}

/** A list of components with what there is to do in each; managed by those who may. */
export default async function ComponentListPage({ params }: { params: Promise<{ slug: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const list = await find(actor, (await params).slug);
    const components = await componentsById(actor, await memberIds(actor, list.slug));
    const numbers = await readCounters(
      "component",
      components.map(({ id }) => id),
    );
    const edits = can(actor, "componentlist.edit");
    const lines = components.map((component) => {
      const { project, categoryPath } = component;
      const above = [project.name, categoryPath].filter(Boolean).join(" / ");
      return componentLine(t, component, numbers.get(component.id), above);
    });
    return (
      <Page
        title={list.name}
        crumbs={[{ label: t("componentLists.title"), href: path(urls.componentLists()) }, { label: list.name }]}
      >
        {lines.length > 0 ? (
          <WorkTable label={t("common.components")} head={t("common.component")} lines={lines} />
        ) : (
          <EmptyState title={t("componentLists.empty")}>{edits ? t("componentLists.emptyText") : null}</EmptyState>
        )}
        {edits ? (
          <div className="mt-8 grid max-w-[760px] gap-8">
            <Section title={t("componentLists.members")}>
              <ActionForm
                action={addToList.bind(null, list.slug)}
                className="panel grid items-end gap-4 p-4 sm:grid-cols-[1fr_auto]"
                label={t("componentLists.add")}
              >
                <Field
                  label={t("common.component")}
                  name="component"
                  dir="ltr"
                  hint={t("componentLists.addHint")}
                  autoComplete="off"
                  required
                />
                <Submit>{t("componentLists.add")}</Submit>
              </ActionForm>
              {components.length > 0 ? (
                <ul className="panel mt-4 divide-y divide-line">
                  {components.map((component) => {
                    const { projectSlug, categoryPath, componentSlug } = addressOf(component);
                    const at = [projectSlug, ...(categoryPath ? categoryPath.split("/") : []), componentSlug];
                    const name = at.join("/");
                    return (
                      <li key={component.id} className="flex items-center gap-3 px-4 py-2">
                        <span dir="ltr" className="min-w-0 grow break-words">
                          {name}
                        </span>
                        <ActionForm
                          action={takeOffList.bind(null, list.slug, at)}
                          label={t("componentLists.takeOff", { component: name })}
                        >
                          <Submit kind="quiet" small aria-label={t("componentLists.takeOff", { component: name })}>
                            {t("common.remove")}
                          </Submit>
                        </ActionForm>
                      </li>
                    );
                  })}
                </ul>
              ) : null}
            </Section>
            <Section title={t("componentLists.settings")}>
              <ListForm list={list} />
            </Section>
            <Section title={t("componentLists.remove")} lead={t("componentLists.removeLead")}>
              <ActionForm action={dropList.bind(null, list.slug)} label={t("componentLists.remove")}>
                <Submit kind="danger">{t("componentLists.remove")}</Submit>
              </ActionForm>
            </Section>
          </div>
        ) : null}
      </Page>
    );
  });
}
