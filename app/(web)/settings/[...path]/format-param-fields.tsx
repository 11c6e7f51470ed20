import { type Texts, useTexts } from "#texts";
import { Field } from "@/app/ui/field";
import { paramChoice, paramWords } from "@/app/ui/format-param-words";
import { Select } from "@/app/ui/select";
import { Setting } from "@/app/ui/settings/setting";
import type { ComponentRow } from "@/lib/domain/components/components";
import { type FormatParam, paramsOf } from "@/lib/text/formats/kernel/params";
import { paramField } from "./format-param-schema";

/** The parameters of the component's format; each may be left to the file. */
export function FormatParamFields({ component }: { component: ComponentRow }) {
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      {paramsOf(component.fileFormat).map((param) => (
        <Setting key={param.name} name={paramField(param.name)}>
          <ParamControl param={param} value={component.fileFormatParams[param.name]} />
        </Setting>
      ))}
    </div>
  );
}

function ParamControl({ param, value }: { param: FormatParam; value: unknown }) {
  const t = useTexts();
  const { label, about } = paramWords(t, param);
  const common = { label, name: paramField(param.name), hint: about };
  const stored = value === undefined ? "" : String(value);
  const { allowed } = param;
  if (allowed.kind === "choice") {
    const choices = allowed.choices.map(([one, words]) => ({ value: String(one), label: paramChoice(t, words) }));
    // Whatever is stored is shown, so that saving does not take it away.
    const other = stored !== "" && !choices.some((one) => one.value === stored);
    return (
      <Select
        {...common}
        choices={[
          { value: "", label: unset(t, param) },
          ...choices,
          ...(other ? [{ value: stored, label: stored.slice(0, 60) }] : []),
        ]}
        defaultValue={stored}
      />
    );
  }
  if (allowed.kind === "name")
    return (
      <Field
        {...common}
        defaultValue={stored}
        placeholder={unset(t, param)}
        maxLength={61}
        dir="ltr"
        spellCheck={false}
      />
    );
  return (
    <Field
      {...common}
      type="number"
      min={allowed.least}
      max={allowed.most}
      defaultValue={stored}
      placeholder={unset(t, param)}
    />
  );
}

/** What holds when nothing is chosen. */
function unset(t: Texts, { fromFile, standard, allowed }: FormatParam): string {
  if (fromFile) return t("componentSettings.paramFromFile");
  const words = allowed.kind === "choice" ? allowed.choices.find(([one]) => one === standard)?.[1] : undefined;
  return t("componentSettings.paramUnset", { value: words === undefined ? String(standard) : paramChoice(t, words) });
}
