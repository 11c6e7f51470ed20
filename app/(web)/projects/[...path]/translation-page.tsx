import { Download, Upload, WandSparkles } from "lucide-react";
import { Callout } from "@/app/ui/callout";
import { ChangeList } from "@/app/ui/change-list";
import { Code } from "@/app/ui/code";
import { placeCrumbs } from "@/app/ui/crumbs";
import { Facts } from "@/app/ui/facts";
import { LanguageName } from "@/app/ui/language-name";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { editorPath, sideOf } from "@/app/ui/paths";
import { PeopleList } from "@/app/ui/people-list";
import { PipelineSteps } from "@/app/ui/pipeline-steps";
import type { PlaceOf } from "@/app/ui/place";
import { PluralRules } from "@/app/ui/plural-rules";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { toDo } from "@/app/ui/work-numbers";
import { WorkSummary } from "@/app/ui/work-summary";
import { can } from "@/lib/domain/access/demand";
import { recentChanges } from "@/lib/domain/changes/list";
import { listContributors } from "@/lib/domain/statistics/contributors";
import { failingChecks } from "@/lib/domain/statistics/failing-checks";
import { readPipeline } from "@/lib/domain/statistics/pipeline";
import { translationAddress, translationPlace } from "@/lib/domain/translations/translations";
import { formatName } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";
import { WorkBuckets } from "./work-buckets";

/** One language of a component: what there is to do, and how far what was done has come. */
export async function TranslationPage({ place }: { place: PlaceOf<"translation"> }) {
  const { translation, component, project } = place;
  const actor = await currentActor();
  const address = translationAddress(translation);
  const links = urls.translation(address);
  const [checks, pipeline, people, changes] = await Promise.all([
    translation.counters.failing > 0 ? failingChecks(translation.id) : [],
    readPipeline({ translationId: translation.id }),
    listContributors(actor, { translationId: translation.id }, 84, 8),
    recentChanges(actor, { translationId: translation.id }, 15),
  ]);
  const may = can(actor, "unit.edit", translationPlace(translation));
  const suggest = can(actor, "suggestion.add", translationPlace(translation));
  const left = toDo(translation.counters);
  const verb = may ? "Translate" : suggest && component.enableSuggestions ? "Suggest translations" : "Read the strings";
  return (
    <Page
      title={<LanguageName language={translation.language} native />}
      crumbs={placeCrumbs(place)}
      lead={translation.isSource ? `The source language of ${component.name}` : undefined}
      actions={
        <>
          <LinkButton kind="primary" href={editorPath(address, left > 0 ? "state:<translated" : "")}>
            {left > 0 ? verb : "Open the strings"}
          </LinkButton>
          {!translation.isSource && can(actor, "translation.auto", translationPlace(translation)) ? (
            <LinkButton href={sideOf(links.web, "auto-translate")}>
              <WandSparkles aria-hidden size={16} /> Automatic translation
            </LinkButton>
          ) : null}
          {can(actor, component.isGlossary ? "glossary.upload" : "upload.perform", translationPlace(translation)) ? (
            <LinkButton href={sideOf(links.web, "upload")}>
              <Upload aria-hidden size={16} /> Upload
            </LinkButton>
          ) : null}
          {can(actor, "translation.download", translationPlace(translation)) ? (
            <LinkButton href={sideOf(links.web, "download")}>
              <Download aria-hidden size={16} /> Download
            </LinkButton>
          ) : null}
        </>
      }
    >
      <WorkSummary numbers={translation.counters} />
      {component.locked ? (
        <div className="mb-5">
          <Callout tone="warning" title="Locked: nobody can edit here now">
            {component.lockReason || "No reason was given."}
          </Callout>
        </div>
      ) : null}
      <div className="grid gap-x-8 lg:grid-cols-[1fr_340px]">
        <div className="min-w-0">
          <Section title="What there is to do">
            <WorkBuckets
              address={address}
              numbers={translation.counters}
              checks={checks}
              review={project.translationReview}
            />
          </Section>
          <Section title="On the way upstream" lead="Every edit becomes a commit in its author's name.">
            <PipelineSteps numbers={translation.counters} pipeline={pipeline} review={project.translationReview} />
          </Section>
          <Section title="Recent changes">
            <ChangeList changes={changes} empty="Nothing was changed here yet" />
          </Section>
        </div>
        <div>
          <Section title="People" lead="In the last 12 weeks">
            <PeopleList people={people} />
          </Section>
          {project.instructions ? (
            <Section title="Instructions">
              <p className="whitespace-pre-line text-table">{project.instructions}</p>
            </Section>
          ) : null}
          <Section title="Plural forms">
            <PluralRules plural={translation.plural} />
          </Section>
          <Section title="File">
            <Facts
              facts={[
                [
                  "Path",
                  translation.filename ? (
                    <Code key="path">{translation.filename}</Code>
                  ) : (
                    "none: strings come with the other languages"
                  ),
                ],
                ["Format", formatName(component.fileFormat) ?? component.fileFormat],
                ["Code", <Code key="code">{translation.languageCode}</Code>],
                ["State", translation.fileWanted ? "will be made with the next commit" : ""],
              ]}
            />
          </Section>
        </div>
      </div>
    </Page>
  );
}
