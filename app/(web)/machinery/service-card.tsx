import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import type { EngineField, EngineSettings } from "@/lib/platform/machinery/engine";
import { disableService, dropService, saveService } from "./actions";

export interface ServiceCardInput {
  /** Undefined on the page of the installation. */
  slug: string | undefined;
  id: string;
  name: string;
  fields: readonly EngineField[];
  /** Settings at this place; null when the project has switched the service off. */
  own: EngineSettings | null | undefined;
  /** True when it works here without settings at this place: set up for the installation, or one of ours. */
  inherited: boolean;
}

function SettingField({ service, field, value }: { service: string; field: EngineField; value: string | undefined }) {
  const common = {
    label: field.label,
    name: `${service}.${field.name}`,
    id: `${service}-${field.name}`,
    hint: field.help,
    aside: field.required ? undefined : "optional",
  };
  if (field.kind === "choice")
    return (
      <Select
        {...common}
        defaultValue={value ?? field.fallback}
        choices={(field.choices ?? []).map((choice) => ({ value: choice, label: choice.replaceAll("_", " ") }))}
      />
    );
  if (field.kind === "secret")
    return (
      <Field
        {...common}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        aside={value ? "set" : common.aside}
        hint={value ? "Leave it blank to keep the one that is set." : field.help}
      />
    );
  return <Field {...common} dir="ltr" maxLength={2000} defaultValue={value ?? field.fallback} />;
}

function stateOf({ own, inherited, slug }: ServiceCardInput): string {
  if (own === null) return "switched off here";
  if (own) return "set up";
  return inherited ? (slug === undefined ? "always on" : "on, as for the whole installation") : "not set up";
}

/** One service: whether it works here, and its settings made from what it declares. */
export function ServiceCard(input: ServiceCardInput) {
  const { slug, id, name, fields, own, inherited } = input;
  const open = own !== undefined || inherited;
  return (
    <details className="panel mb-3" open={own !== undefined && fields.length > 0}>
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-2">
        <span className="grow font-medium">{name}</span>
        <span className="text-table text-ink-2">{stateOf(input)}</span>
      </summary>
      <div className="grid gap-4 border-t border-line p-4">
        {fields.length > 0 && own !== null ? (
          <ActionForm action={saveService.bind(null, slug, id)} className="grid gap-3" label={`Settings of ${name}`}>
            {fields.map((field) => (
              <SettingField key={field.name} service={id} field={field} value={own?.[field.name]} />
            ))}
            <div>
              <Submit>{own ? "Save" : `Set up ${name}`}</Submit>
            </div>
          </ActionForm>
        ) : null}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {own !== undefined ? (
            <ActionForm action={dropService.bind(null, slug, id)} label={`Remove settings of ${name}`}>
              <Submit kind="secondary" small aria-label={own === null ? `Switch ${name} on again` : `Remove ${name}`}>
                {own === null ? "Switch on again" : "Remove these settings"}
              </Submit>
            </ActionForm>
          ) : null}
          {slug !== undefined && open && own !== null ? (
            <ActionForm action={disableService.bind(null, slug, id)} label={`Switch off ${name}`}>
              <Submit kind="secondary" small aria-label={`Switch ${name} off in this project`}>
                Switch off in this project
              </Submit>
            </ActionForm>
          ) : null}
        </div>
      </div>
    </details>
  );
}
