import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { blockMember } from "./actions";

/** The form that shuts somebody out; of one person, or of anybody who is named. */
export function BlockFields({ slug, username }: { slug: string; username?: string }) {
  const t = useTexts();
  return (
    <ActionForm action={blockMember.bind(null, slug)} label={t("access.block")} className="panel grid gap-4 p-4">
      <div className="grid items-end gap-4 sm:grid-cols-2">
        {username === undefined ? (
          <Field
            label={t("common.userName")}
            name="username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        ) : (
          <input type="hidden" name="username" value={username} />
        )}
        <Select
          label={t("access.blockFor")}
          name="days"
          choices={[
            { value: "1", label: t("access.days.one") },
            { value: "7", label: t("access.days.week") },
            { value: "30", label: t("access.days.month") },
            { value: "365", label: t("access.days.year") },
            { value: "never", label: t("access.days.never") },
          ]}
          defaultValue="7"
        />
        <Field
          label={t("access.note")}
          name="note"
          maxLength={500}
          aside={t("common.optional")}
          hint={t("access.noteHint")}
          className="sm:col-span-2"
        />
      </div>
      <div>
        <Submit kind="danger">{t("access.block")}</Submit>
      </div>
    </ActionForm>
  );
}
