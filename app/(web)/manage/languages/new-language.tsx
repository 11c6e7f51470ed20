import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { demand } from "@/lib/domain/access/demand";
import { urls } from "@/lib/urls";
import { add } from "./actions";
import { LanguageFields } from "./language-fields";

/** The form that adds a language. */
export async function NewLanguage() {
  const t = await getTexts();
  demand(await currentActor(), "language.edit");
  return (
    <Page
      title={t("manage.languages.add")}
      crumbs={[
        { label: t("common.management"), href: path(urls.manage()) },
        { label: t("manage.languages.title"), href: path(urls.siteLanguages()) },
        { label: t("manage.languages.add") },
      ]}
      narrow
    >
      <ActionForm action={add} label={t("manage.languages.add")} className="panel grid gap-4 p-4">
        <Field
          label={t("common.code")}
          name="short"
          hint={t("manage.languages.codeHint")}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          maxLength={50}
          required
        />
        <LanguageFields />
        <div>
          <Submit>{t("manage.languages.addOne")}</Submit>
        </div>
      </ActionForm>
    </Page>
  );
}
