import { X } from "lucide-react";
import { ActionForm } from "@/app/ui/action-form";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { listLinks } from "@/lib/domain/components/component-links";
import type { ComponentRow } from "@/lib/domain/components/components";
import { listComponentPlaces } from "@/lib/domain/creation/component-places";
import { urls } from "@/lib/urls";
import { shareComponent, unshareComponent } from "./share-actions";

/** Other projects in which a component is shown as well, and those in which it can be. */
export async function SharedWith({ component, actor }: { component: ComponentRow; actor: Actor }) {
  const t = await getTexts();
  const [{ rows }, places] = await Promise.all([
    listLinks(actor, component, { limit: 1000, offset: 0 }),
    listComponentPlaces(actor),
  ]);
  const shown = new Set([component.projectId, ...rows.map(({ id }) => id)]);
  const open = places.filter(({ projectId }) => !shown.has(projectId));
  if (rows.length === 0 && open.length === 0) return null;
  return (
    <div className="mt-8 lg:ms-[204px] lg:max-w-[760px]">
      <Section id="sharing" title={t("sharing.title")} lead={t("sharing.lead")}>
        {/* One form for all, which stays to tell when its last line has gone. */}
        <ActionForm action={unshareComponent.bind(null, component.id)} label={t("sharing.shownIn")} className="mb-4">
          {rows.length > 0 ? (
            <ul className="panel divide-y divide-line">
              {rows.map((project) => (
                <li key={project.id} className="flex items-center gap-3 px-4 py-1">
                  <a className="link grow" href={path(urls.project(project.slug).web)}>
                    {project.name}
                  </a>
                  <Submit
                    kind="secondary"
                    name="project"
                    value={project.slug}
                    aria-label={t("sharing.removeFrom", { project: project.name })}
                  >
                    <X aria-hidden size={16} /> {t("sharing.remove")}
                  </Submit>
                </li>
              ))}
            </ul>
          ) : null}
        </ActionForm>
        {open.length > 0 ? (
          <ActionForm
            action={shareComponent.bind(null, component.id)}
            className="panel grid gap-4 p-5"
            label={t("sharing.title")}
          >
            <Select
              label={t("wizard.place")}
              name="project_slug"
              id="share-with"
              choices={open.map((place) => ({ value: place.path, label: place.names.join(" / ") }))}
            />
            <div>
              <Submit kind="secondary">{t("sharing.add")}</Submit>
            </div>
          </ActionForm>
        ) : null}
      </Section>
    </div>
  );
}
