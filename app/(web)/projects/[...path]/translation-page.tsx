import { BookOpen, Download, Plus, Rows3, Upload, WandSparkles } from "lucide-react";
import { BulkLinks } from "@/app/ui/bulk-links";
import { Callout } from "@/app/ui/callout";
import { ChangeList } from "@/app/ui/change-list";
import { Code } from "@/app/ui/code";
import { placeCrumbs } from "@/app/ui/crumbs";
import type { ObjectOf } from "@/app/ui/current-object";
import { DefinitionList } from "@/app/ui/definition-list";
import { lockWords } from "@/app/ui/error-words";
import { LanguageName } from "@/app/ui/language-name";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { checksPath, editorPath, path, sideOf } from "@/app/ui/paths";
import { PeopleList } from "@/app/ui/people-list";
import { PipelineSteps } from "@/app/ui/pipeline-steps";
import { PluralRules } from "@/app/ui/plural-rules";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { toDo } from "@/app/ui/work-numbers";
import { WorkSummary } from "@/app/ui/work-summary";
import { can } from "@/lib/domain/access/demand";
import { recentChanges } from "@/lib/domain/changes/list";
import { isClosed } from "@/lib/domain/components/edit-lock";
import { listContributors } from "@/lib/domain/statistics/contributors";
import { failingChecks } from "@/lib/domain/statistics/failing-checks";
import { readPipeline } from "@/lib/domain/statistics/pipeline";
import { translationAddress, translationScope } from "@/lib/domain/translations/translations";
import { mayManage } from "@/lib/domain/units/manage-units";
import { formatName } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";
import { WorkBuckets } from "./work-buckets";

/** One language of a component: what there is to do, and how far what was done has come. */
export async function TranslationPage({ place }: { place: ObjectOf<"translation"> }) {
  const t = await getTexts();
  const { translation, component, project } = place;
  const actor = await currentActor();
  const address = translationAddress(translation);
  const links = urls.translation(address);
  const [checks, pipeline, people, changes] = await Promise.all([
    translation.counters.failing > 0 ? failingChecks(translation.id) : [],
    readPipeline({ translationId: translation.id }),
    listContributors(actor, { componentId: component.id, languageId: translation.languageId }, 84, 8),
    recentChanges(actor, { translationId: translation.id }, 15),
  ]);
  const may = can(actor, "unit.edit", translationScope(translation));
  const suggest = can(actor, "suggestion.add", translationScope(translation));
  const left = toDo(translation.counters);
  const verb = may
    ? t("common.translate")
    : suggest && translation.workflow.enableSuggestions
      ? t("translation.suggest")
      : t("translation.view");
  return (
    <Page
      title={<LanguageName language={translation.language} native />}
      crumbs={placeCrumbs(t, place)}
      lead={translation.isSource ? t("translation.sourceLead", { component: component.name }) : undefined}
      actions={
        <>
          <LinkButton kind="primary" href={editorPath(address, left > 0 ? "state:<translated" : "")}>
            {left > 0 ? verb : t("translation.view")}
          </LinkButton>
          <LinkButton href={sideOf(links.web, "zen")}>
            <Rows3 aria-hidden size={16} /> {t("translation.zen")}
          </LinkButton>
          <LinkButton href={sideOf(links.web, "browse")}>
            <BookOpen aria-hidden size={16} /> {t("translation.browse")}
          </LinkButton>
          {!translation.isSource && can(actor, "translation.auto", translationScope(translation)) ? (
            <LinkButton href={sideOf(links.web, "auto-translate")}>
              <WandSparkles aria-hidden size={16} /> {t("translation.automaticTranslation")}
            </LinkButton>
          ) : null}
          <BulkLinks actor={actor} place={place} />
          {mayManage(actor, component, "add", translation) ? (
            <LinkButton href={path(links.addString)}>
              <Plus aria-hidden size={16} /> {t("addString.title")}
            </LinkButton>
          ) : null}
          {can(actor, component.isGlossary ? "glossary.upload" : "upload.perform", translationScope(translation)) ? (
            <LinkButton href={sideOf(links.web, "upload")}>
              <Upload aria-hidden size={16} /> {t("common.upload")}
            </LinkButton>
          ) : null}
          {can(actor, "translation.download", translationScope(translation)) ? (
            <LinkButton href={sideOf(links.web, "download")}>
              <Download aria-hidden size={16} /> {t("common.download")}
            </LinkButton>
          ) : null}
        </>
      }
    >
      <WorkSummary numbers={translation.counters} checks={checksPath(address, address.languageCode)} />
      {component.locked ? (
        <div className="mb-5">
          <Callout tone="warning" title={t(isClosed(component) ? "translation.locked" : "translation.paused")}>
            {lockWords(t, component)}
          </Callout>
        </div>
      ) : null}
      <div className="grid gap-x-8 lg:grid-cols-[1fr_340px]">
        <div className="min-w-0">
          <Section title={t("translation.toDo")}>
            <WorkBuckets
              address={address}
              numbers={translation.counters}
              checks={checks}
              review={translation.workflow.translationReview}
            />
          </Section>
          <Section title={t("translation.upstream")} lead={t("translation.upstreamLead")}>
            <PipelineSteps
              numbers={translation.counters}
              pipeline={pipeline}
              review={translation.workflow.translationReview}
            />
          </Section>
          <Section title={t("common.recentChanges")}>
            <ChangeList changes={changes} empty={t("translation.noChanges")} />
          </Section>
        </div>
        <div>
          <Section title={t("common.people")} lead={t("common.last12Weeks")}>
            <PeopleList people={people} />
          </Section>
          {project.instructions ? (
            <Section title={t("translation.instructions")}>
              <p dir="auto" className="whitespace-pre-line text-table">
                {project.instructions}
              </p>
            </Section>
          ) : null}
          <Section title={t("common.pluralForms")}>
            <PluralRules plural={translation.plural} />
          </Section>
          <Section title={t("common.file")}>
            <DefinitionList
              facts={[
                [
                  t("translation.file.path"),
                  translation.filename ? <Code key="path">{translation.filename}</Code> : t("translation.file.none"),
                ],
                [t("common.format"), formatName(component.fileFormat) ?? component.fileFormat],
                [t("common.code"), <Code key="code">{translation.languageCode}</Code>],
                [t("common.state"), translation.fileWanted ? t("translation.file.wanted") : ""],
              ]}
            />
            {!translation.isSource && can(actor, "translation.delete", translationScope(translation)) ? (
              <p className="mt-2 text-table">
                <a className="link inline-flex min-h-6 items-center" href={sideOf(links.web, "remove")}>
                  {t("removal.language")}
                </a>
              </p>
            ) : null}
          </Section>
        </div>
      </div>
    </Page>
  );
}
