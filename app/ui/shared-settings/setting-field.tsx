import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { checkTexts } from "@/app/ui/check-texts";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { ManyChoices } from "@/app/ui/many-choices";
import { Select } from "@/app/ui/select";
import { TextArea } from "@/app/ui/text-area";
import { wirePath } from "@/lib/api/wire-names";
import { DEFAULT_MESSAGES } from "@/lib/domain/components/defaults";
import type { SharedSetting } from "@/lib/domain/components/shared-settings";
import { CHECKS } from "@/lib/text/checks/registry";
import { settingLabel, settingOptions } from "./setting-texts";

const LONG: readonly SharedSetting[] = ["agreement", "checkFlags"];
const NUMBERS: Partial<Record<SharedSetting, { most: number; usual: number }>> = {
  suggestionAutoaccept: { most: 1000, usual: 0 },
  commitPendingAge: { most: 2160, usual: 24 },
};

/** Shown when the tick is set, and when what a form without it would set here, such as by copying, is wrong. */
const CONTROL =
  "hidden ps-8 pt-1 group-has-[input[name=change]:checked]/setting:block group-has-[[id$=-error]]/setting:block";

/** A setting with a tick that says whether it is to change; what it is to be is shown once it is ticked. */
export function SettingField({
  name,
  value,
  chosen,
  follows,
}: {
  name: SharedSetting;
  value: unknown;
  chosen: boolean;
  /** Whether it is to follow what is above each component, in place of a value. */
  follows: boolean;
}) {
  const t = useTexts();
  return (
    <div className="group/setting min-w-0">
      <Checkbox name="change" value={name} label={t(settingLabel(name))} defaultChecked={chosen} />
      <div className={CONTROL}>
        <Checkbox name="follow" value={name} label={t("manySettings.follow")} defaultChecked={follows} />
        <div className="pt-1 group-has-[input[name=follow]:checked]/setting:hidden">
          <SettingControl
            name={name}
            value={value}
            label={t("manySettings.newValue", { setting: t(settingLabel(name)) })}
          />
        </div>
      </div>
    </div>
  );
}

/** A setting with a tick that says whether it is set at a place; what holds there otherwise is told while it is not. */
export function DefaultField({
  name,
  value,
  isSet,
  otherwise,
  followers,
}: {
  name: SharedSetting;
  value: unknown;
  isSet: boolean;
  otherwise: string;
  /** Components below that follow. */
  followers: number;
}) {
  const t = useTexts();
  return (
    <div className="group/setting min-w-0">
      <Checkbox name="change" value={name} label={t(settingLabel(name))} defaultChecked={isSet} />
      <p className="ps-8 text-table break-words text-ink-2 group-has-[input[name=change]:checked]/setting:hidden">
        {otherwise}
      </p>
      <div className={CONTROL}>
        <SettingControl name={name} value={value} label={t("defaults.valueHere", { setting: t(settingLabel(name)) })} />
      </div>
      {followers > 0 ? (
        <p className="ps-8 pt-1 text-table text-ink-2">{t("defaults.followers", { count: followers })}</p>
      ) : null}
    </div>
  );
}

function SettingControl({ name, value, label }: { name: SharedSetting; value: unknown; label: string }): ReactNode {
  const t = useTexts();
  const wire = wirePath(name);
  const options = settingOptions(t, name);
  if (name === "enforcedChecks")
    return (
      <ManyChoices
        label={label}
        name={wire}
        choices={CHECKS.map((check) => ({
          value: check.id,
          label: checkTexts(t, { check: check.id, name: check.name }).name,
        }))}
        defaultValue={Array.isArray(value) ? value : []}
      />
    );
  if (options)
    return (
      <Select
        label={label}
        name={wire}
        choices={options}
        defaultValue={
          typeof value === "boolean" ? (value ? "1" : "0") : value === undefined ? undefined : String(value)
        }
      />
    );
  const number = NUMBERS[name];
  if (number)
    return (
      <Field
        label={label}
        name={wire}
        type="number"
        min={0}
        max={number.most}
        defaultValue={Number(value ?? number.usual)}
      />
    );
  const message = name in DEFAULT_MESSAGES ? DEFAULT_MESSAGES[name as keyof typeof DEFAULT_MESSAGES] : undefined;
  const text = String(value ?? message ?? "");
  if (message !== undefined || LONG.includes(name))
    return <TextArea label={label} name={wire} defaultValue={text} mono rows={message ? 5 : 2} />;
  return <Field label={label} name={wire} defaultValue={text} dir="ltr" spellCheck={false} />;
}
