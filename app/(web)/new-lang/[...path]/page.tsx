import { ActionForm } from "@/app/ui/action-form";
import { placeCrumbs } from "@/app/ui/crumbs";
import { currentObject, type ObjectOf } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { languageChoice, withOwnName } from "@/app/ui/language-names";
import { leadTo } from "@/app/ui/lead-to";
import { listedLanguages } from "@/app/ui/listed-languages";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { titledPlace } from "@/app/ui/place-title";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { demand } from "@/lib/domain/access/demand";
import { type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import { languagesWithin, mayAddLanguage } from "@/lib/domain/creation/add-language";
import { mayAskForLanguages } from "@/lib/domain/creation/asked-languages";
import { answersLanguages } from "@/lib/domain/translations/language-requests";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { listTranslations } from "@/lib/domain/translations/translations";
import { addLanguages } from "./actions";
import { AskForLanguage } from "./ask-for-language";
import { LanguageRequests } from "./language-requests";

export const generateMetadata = titledPlace("addLanguage.pageTitle");

/** Adding languages to a component, asking for them in a component or a project, and answering who asked. */
export default async function NewLanguagePage({ params, searchParams }: PathPageInput & PageInput) {
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind !== "component" && place.kind !== "project") return leadTo(place);
    const asked = await searchParams;
    const actor = await currentActor();
    const where = place.kind === "project" ? { project: place.project } : place;
    const [answers, asks] = [answersLanguages(actor, where), await mayAskForLanguages(actor, where)];
    const after = one(asked.after);
    // Called, not rendered: what they refuse is caught here and shown with its reason.
    const requests = answers ? await LanguageRequests({ place: where, after }) : null;
    if (place.kind === "project") {
      if (!answers && !asks) {
        // Signed in, they may be offered something.
        if (actor.isAnonymous) demand(actor, "translation.add", { project: place.project });
        return leadTo(place);
      }
      return (
        <Shell place={place} asks={!answers}>
          {requests ?? (await AskForLanguage({ place: where, language: one(asked.language) }))}
        </Shell>
      );
    }
    if (asks && !mayAddLanguage(actor, place.component))
      return (
        <Shell place={place} asks>
          {await AskForLanguage({ place: where, language: one(asked.language) })}
        </Shell>
      );
    demand(actor, "translation.add", scopeOf(place.component));
    return (
      <Shell place={place}>
        {requests}
        {await AddForm({ component: place.component })}
      </Shell>
    );
  });
}

async function Shell({
  place,
  asks = false,
  children,
}: {
  place: ObjectOf<"component"> | ObjectOf<"project">;
  asks?: boolean;
  children: React.ReactNode;
}) {
  const t = await getTexts();
  const name = place.kind === "component" ? place.component.name : place.project.name;
  return (
    <Page
      title={
        asks
          ? t("languageRequests.askTitle", { place: name })
          : place.kind === "component"
            ? t("addLanguage.title", { component: name })
            : t("languageRequests.titleOf", { project: name })
      }
      crumbs={[
        ...placeCrumbs(t, place),
        {
          label: t(
            asks
              ? "languageRequests.ask"
              : place.kind === "component"
                ? "addLanguage.pageTitle"
                : "languageRequests.title",
          ),
        },
      ]}
      lead={asks ? t("languageRequests.askLead") : place.kind === "component" ? t("addLanguage.lead") : undefined}
      narrow
    >
      {children}
    </Page>
  );
}

/** Languages that a component lacks, to be added. */
async function AddForm({ component }: { component: ComponentRow }) {
  const t = await getTexts();
  const actor = await currentActor();
  const [all, within, present, mine] = await Promise.all([
    listedLanguages(t, true),
    languagesWithin(actor, component),
    listTranslations(actor, { component }, { limit: 2000, offset: 0 }),
    readUserLanguages(actor.userId),
  ]);
  const there = new Set(present.rows.map((row) => row.language.code));
  const own = new Set(mine.filter((row) => !row.secondary).map((row) => row.code));
  const missing = all.filter(({ id, code }) => !there.has(code) && (within === undefined || within.has(id)));
  if (missing.length === 0)
    return (
      <EmptyState title={t("addLanguage.none")}>
        {t("addLanguage.noneText", { project: component.project.name })}
      </EmptyState>
    );
  const ordered = [...missing.filter((row) => own.has(row.code)), ...missing.filter((row) => !own.has(row.code))];
  const choices = [
    { value: "", label: t("addLanguage.choose") },
    ...ordered.map((row) => {
      const label = withOwnName(row);
      return languageChoice(row, {
        label: own.has(row.code) ? t("addLanguage.ownLanguage", { language: label }) : label,
      });
    }),
  ];
  return (
    <ActionForm action={addLanguages.bind(null, component.id)} className="panel grid gap-4 p-5">
      <Select
        label={t("common.language")}
        name="language_code"
        choices={choices}
        defaultValue={ordered.find((row) => own.has(row.code))?.code ?? ""}
        required
      />
      <Select
        id="language-second"
        label={t("addLanguage.another")}
        name="language_code"
        choices={choices}
        defaultValue=""
        aside={t("common.optional")}
        keepOwn
      />
      <div>
        <Submit>{t("addLanguage.add")}</Submit>
      </div>
    </ActionForm>
  );
}
