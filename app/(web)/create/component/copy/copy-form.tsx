import { addonWords } from "@/app/ui/addon-words";
import { Field } from "@/app/ui/field";
import { KeptForm } from "@/app/ui/kept-form";
import { ManyChoices } from "@/app/ui/many-choices";
import { getTexts } from "@/app/ui/page-texts";
import { RadioGroup } from "@/app/ui/radio-group";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import type { ComponentRow } from "@/lib/domain/components/components";
import type { ListedPlace } from "@/lib/domain/creation/component-places";
import { addonsToCopy, isFromRemote } from "@/lib/domain/creation/from-component";
import { offeredFormats } from "@/lib/text/formats/registry";
import { keepTyped } from "../draft-actions";
import { NameFields } from "../name-fields";
import { copyFrom } from "./actions";

/** What is taken from a component, and what is different. */
export async function CopyForm({
  original,
  places,
  chosen,
  draft,
}: {
  original: ComponentRow;
  places: readonly ListedPlace[];
  chosen: string;
  /** Fields of a draft to go on with. */
  draft: Readonly<Record<string, string[]>> | undefined;
}) {
  const t = await getTexts();
  const addons = await addonsToCopy(await currentActor(), original);
  const { branch } = original.repository;
  const remote = isFromRemote(original);
  return (
    <KeptForm
      action={copyFrom.bind(null, original.id)}
      keep={keepTyped.bind(null, "copy")}
      draft={draft}
      className="panel grid gap-5 p-5"
      label={t("common.component")}
    >
      <input type="hidden" name="original" value={original.id} />
      <NameFields places={places} chosen={chosen} />
      <RadioGroup
        label={t("common.repository")}
        name="repository"
        defaultValue="shared"
        choices={[
          {
            value: "shared",
            label: t("newComponent.copy.shared"),
            hint: t("newComponent.copy.sharedHint", { branch }),
          },
          ...(remote
            ? [
                {
                  value: "branch",
                  label: t("newComponent.copy.otherBranch"),
                  hint: t("newComponent.copy.otherBranchHint"),
                },
              ]
            : []),
          { value: "own", label: t("newComponent.copy.own"), hint: t("newComponent.copy.ownHint") },
        ]}
      />
      {remote ? (
        <Field
          label={t("common.branch")}
          name="branch"
          maxLength={200}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          aside={t("newComponent.copy.branchAside")}
        />
      ) : null}
      <Field
        label={t("common.fileMask")}
        name="filemask"
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        defaultValue={original.filemask}
        hint={t("wizard.filemask.hint")}
      />
      <Field
        label={t("common.baseFile")}
        name="template"
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        aside={t("common.optional")}
        defaultValue={original.template}
        hint={t("wizard.template.hint")}
      />
      <Field
        label={t("common.newBase")}
        name="new_base"
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        aside={t("common.optional")}
        defaultValue={original.newBase}
        hint={t("wizard.newBase.hint")}
      />
      <Select
        label={t("createFromFiles.fileFormat.label")}
        name="file_format"
        choices={offeredFormats().map((format) => ({ value: format.id, label: format.name }))}
        defaultValue={original.fileFormat}
      />
      {addons.length > 0 ? (
        <ManyChoices
          label={t("newComponent.copy.addons")}
          name="addons"
          hint={t("newComponent.copy.addonsHint")}
          choices={addons.map(({ id, addon }) => ({
            value: String(id),
            label: addon.wholeRepository
              ? t("newComponent.copy.addonOfAll", { addon: addonWords(t, addon).name })
              : addonWords(t, addon).name,
          }))}
          defaultValue={[]}
        />
      ) : null}
      <div>
        <Submit>{t("createFromFiles.addComponent")}</Submit>
      </div>
    </KeptForm>
  );
}
