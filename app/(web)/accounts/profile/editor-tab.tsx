import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { Submit } from "@/app/ui/submit";
import { editorPreferencesOf } from "@/lib/domain/users/editor-preferences";
import type { UserRow } from "@/lib/domain/users/users";
import { saveEditor } from "./editor-actions";

/** How the editor looks and works for somebody. */
export function EditorTab({ user }: { user: UserRow }) {
  const t = useTexts();
  const now = editorPreferencesOf(user);
  return (
    <ActionForm action={saveEditor} className="grid max-w-[560px] gap-4">
      <Checkbox
        name="plain"
        label={t("profile.editor.plain")}
        hint={t("profile.editor.plainHint")}
        defaultChecked={now.plainField}
      />
      <Checkbox
        name="protect"
        label={t("profile.editor.protect")}
        hint={t("profile.editor.protectHint")}
        defaultChecked={now.protect}
      />
      <Checkbox
        name="linear"
        label={t("profile.editor.linear")}
        hint={t("profile.editor.linearHint")}
        defaultChecked={now.linear}
      />
      <Checkbox
        name="single"
        label={t("profile.editor.single")}
        hint={t("profile.editor.singleHint")}
        defaultChecked={now.singleKeys}
      />
      <Field
        name="characters"
        label={t("profile.editor.characters")}
        hint={t("profile.editor.charactersHint")}
        defaultValue={now.characters}
        maxLength={200}
      />
      <p className="text-table text-ink-2">{t("profile.editor.elsewhere")}</p>
      <div>
        <Submit>{t("profile.editor.save")}</Submit>
      </div>
    </ActionForm>
  );
}
