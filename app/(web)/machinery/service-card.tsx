import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { serviceChoice } from "@/app/ui/machinery-words";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import type { EngineField, EngineSettings, MachineryWord } from "@/lib/platform/machinery/engine";
import { sayAny } from "@/lib/text/messages/translator";
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
  const t = useTexts();
  const words = (key: MachineryWord) => sayAny(t)(`machineryFields.${key}`, {});
  const help = field.help && words(field.help);
  const common = {
    label: words(field.label),
    name: `${service}.${field.name}`,
    id: `${service}-${field.name}`,
    hint: help,
    aside: field.required ? undefined : t("common.optional"),
  };
  if (field.kind === "choice")
    return (
      <Select
        {...common}
        defaultValue={value ?? field.fallback}
        choices={(field.choices ?? []).map((choice) => ({ value: choice, label: serviceChoice(t, choice) }))}
      />
    );
  if (field.kind === "secret")
    return (
      <Field
        {...common}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        aside={value ? t("machinery.secretSet") : common.aside}
        hint={value ? t("machinery.secretHint") : help}
      />
    );
  return <Field {...common} dir="ltr" maxLength={2000} defaultValue={value ?? field.fallback} />;
}

function stateOf(t: Texts, { own, inherited, slug }: ServiceCardInput): string {
  if (own === null) return t("machinery.state.off");
  if (own) return t("machinery.state.on");
  return inherited
    ? slug === undefined
      ? t("machinery.state.always")
      : t("machinery.state.inherited")
    : t("machinery.state.none");
}

/** One service: whether it works here, and its settings made from what it declares. */
export function ServiceCard(input: ServiceCardInput) {
  const t = useTexts();
  const { slug, id, name, fields, own, inherited } = input;
  const open = own !== undefined || inherited;
  return (
    <details className="panel mb-3" open={own !== undefined && fields.length > 0}>
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-2">
        <span className="grow font-medium">{name}</span>
        <span className="text-table text-ink-2">{stateOf(t, input)}</span>
      </summary>
      <div className="grid gap-4 border-t border-line p-4">
        {fields.length > 0 && own !== null ? (
          <ActionForm
            action={saveService.bind(null, slug, id)}
            className="grid gap-3"
            label={t("machinery.settingsOf", { name })}
          >
            {fields.map((field) => (
              <SettingField key={field.name} service={id} field={field} value={own?.[field.name]} />
            ))}
            <div>
              {/* A service with a long name has a button of two lines on a telephone. */}
              <Submit className="whitespace-normal">
                {own ? t("common.save") : t("machinery.configure", { name })}
              </Submit>
            </div>
          </ActionForm>
        ) : null}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {own !== undefined ? (
            <ActionForm action={dropService.bind(null, slug, id)} label={t("machinery.removeSettingsOf", { name })}>
              <Submit
                kind="secondary"
                small
                aria-label={own === null ? t("machinery.turnOnNamed", { name }) : t("machinery.removeNamed", { name })}
              >
                {own === null ? t("machinery.turnOn") : t("machinery.remove")}
              </Submit>
            </ActionForm>
          ) : null}
          {slug !== undefined && open && own !== null ? (
            <ActionForm action={disableService.bind(null, slug, id)} label={t("machinery.turnOffNamed", { name })}>
              <Submit kind="secondary" small aria-label={t("machinery.turnOffNamedHere", { name })}>
                {t("machinery.turnOff")}
              </Submit>
            </ActionForm>
          ) : null}
        </div>
      </div>
    </details>
  );
}
