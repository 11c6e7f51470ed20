import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { allServices, servicesOf } from "@/lib/domain/machinery/services";
import { readMachinery } from "@/lib/domain/machinery/settings";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { ServiceCard } from "./service-card";

/** The services of a project or of the installation: our own first, then those outside. */
export async function Services({ project }: { project: ProjectRow | undefined }) {
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
          name={service.name}
          fields={service.fields}
          own={settings[service.id]}
          inherited={project ? working.has(service.id) && !settings[service.id] : internal}
        />
      ));
  return (
    <div className="max-w-[760px]">
      <Section title="What is known here" lead="Strings and memory of this installation. Nothing leaves it.">
        {cards(true)}
      </Section>
      <Section
        title="Services outside"
        lead="Source texts are sent to a service when somebody opens a string, and by automatic translation."
      >
        {cards(false)}
      </Section>
    </div>
  );
}
