import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import type { ComponentListRow } from "@/lib/domain/componentlists/componentlists";
import { marksOf } from "@/lib/domain/stale";
import { saveList } from "./actions";

/** Makes a list of components, or changes one. */
export function ListForm({ list }: { list?: ComponentListRow }) {
  const t = useTexts();
  const { name, slug, showDashboard, rules } = list ?? {};
  const seen = list ? marksOf({ name, slug, showDashboard, rules }) : {};
  return (
    <ActionForm
      action={saveList.bind(null, list?.slug ?? null, seen)}
      className="panel grid gap-4 p-4"
      label={list ? t("componentLists.settings") : t("componentLists.new")}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("common.name")} name="name" defaultValue={list?.name} maxLength={100} required />
        <Field label={t("common.slug")} name="slug" defaultValue={list?.slug} maxLength={100} dir="ltr" required />
      </div>
      <Checkbox
        name="show_dashboard"
        label={t("componentLists.dashboard")}
        defaultChecked={list?.showDashboard ?? true}
      />
      <TextArea
        label={t("componentLists.rules")}
        name="auto_assign"
        defaultValue={list?.rules.map((rule) => `${rule.projectMatch} ${rule.componentMatch}`).join("\n") ?? ""}
        mono
        rows={3}
        aside={t("common.optional")}
        hint={t("componentLists.rulesHint")}
      />
      <div>
        <Submit>{list ? t("common.save") : t("componentLists.create")}</Submit>
      </div>
    </ActionForm>
  );
}
