import { serviceWords } from "@/app/ui/machinery-words";
import { getTexts } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { allServices, servicesOf } from "@/lib/domain/machinery/services";
import { readMachinery } from "@/lib/domain/machinery/settings";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { ServiceCard } from "./service-card";

/** The services of a project or of the installation: our own first, then those outside. */
export async function Services({ project }: { project: ProjectRow | undefined }) {
  const t = await getTexts();
  const actor = await currentActor();
  const settings = await readMachinery(actor, project);
  const working = new Set(project ? (await servicesOf(project.id)).map((service) => service.id) : []);
  const services = allServices();
  const cards = (internal: boolean) =>
    services
      .filter((service) => (service.fields.length === 0) === internal)
      .map((service) => (
        <ServiceCard
          key={service.id}
          slug={project?.slug}
          id={service.id}
          name={serviceWords(t, service.id)}
          fields={service.fields}
          own={settings[service.id]}
          inherited={project ? working.has(service.id) && !settings[service.id] : internal}
        />
      ));
  return (
    <div className="max-w-[760px]">
      <Section title={t("machinery.own")} lead={t("machinery.ownLead")}>
        {cards(true)}
      </Section>
      <Section title={t("machinery.external")} lead={t("machinery.externalLead")}>
        {cards(false)}
      </Section>
    </div>
  );
}
