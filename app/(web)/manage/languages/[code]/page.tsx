import type { Metadata } from "next";
import { ActionForm } from "@/app/ui/action-form";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { languageForm, managedLanguage } from "@/lib/domain/languages/manage-languages";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { remove, save } from "../actions";
import { LanguageFields } from "../language-fields";

export async function generateMetadata({ params }: { params: Promise<{ code: string }> }): Promise<Metadata> {
  const code = decodedPath([(await params).code]).join("/");
  return { title: `${(await getTexts())("common.language")} · ${code}` };
}

/** One language of the catalogue. */
export default async function SiteLanguagePage({ params }: { params: Promise<{ code: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const code = decodedPath([(await params).code]).join("/");
    const [language, shown] = await Promise.all([managedLanguage(actor, code), languageForm(actor, code)]);
    const used = language.translations + language.sources > 0;
    return (
      <Page
        title={<bdi>{language.name}</bdi>}
        lead={t("manage.languages.uses", { translations: language.translations, sources: language.sources })}
        crumbs={[
          { label: t("common.management"), href: path(urls.manage()) },
          { label: t("manage.languages.title"), href: path(urls.siteLanguages()) },
          { label: language.code },
        ]}
        actions={<LinkButton href={path(urls.language(language.code).web)}>{t("manage.people.publicPage")}</LinkButton>}
        narrow
      >
        <ActionForm
          action={save.bind(null, language.code, shown)}
          label={t("manage.languages.change")}
          className="panel mb-8 grid gap-4 p-4"
        >
          <LanguageFields language={shown} />
          <div>
            <Submit>{t("common.save")}</Submit>
          </div>
        </ActionForm>
        <Section
          title={t("manage.languages.remove")}
          lead={t(
            language.builtin
              ? "manage.languages.removeBuiltin"
              : used
                ? "manage.languages.removeUsed"
                : "manage.languages.removeUnused",
          )}
        >
          {language.builtin || used ? null : (
            <ActionForm action={remove.bind(null, language.code)} label={t("manage.languages.remove")}>
              <Submit kind="danger">{t("manage.languages.removeOne", { language: language.name })}</Submit>
            </ActionForm>
          )}
        </Section>
      </Page>
    );
  });
}
