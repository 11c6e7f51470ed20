import type { Metadata } from "next";
import { AskFirst } from "@/app/ui/ask-first";
import { Callout } from "@/app/ui/callout";
import { ClientTexts } from "@/app/ui/client-messages";
import { componentCrumbs } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput, readCursor } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import type { Picture } from "@/app/ui/screenshots/shot-view";
import { ShotView } from "@/app/ui/screenshots/shot-view";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { findComponentById } from "@/lib/domain/components/components";
import { NotFound } from "@/lib/domain/errors";
import { readShot, shotLanguages } from "@/lib/domain/screenshots/gallery";
import { findScreenshot } from "@/lib/domain/screenshots/screenshots";
import { urls } from "@/lib/urls";
import { drop } from "./actions";
import { AssignStrings } from "./assign-strings";
import { DetailsForm } from "./details-form";
import { FoundText } from "./found-text";
import { MarkForm } from "./mark-form";
import { ReplaceForm } from "./replace-form";
import { ShotStrings } from "./shot-strings";

export async function generateMetadata({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> {
  const { id } = await params;
  const actor = await currentActor();
  const shot = /^[1-9]\d{0,8}$/.test(id) ? await findScreenshot(actor, Number(id)).catch(() => undefined) : undefined;
  return { title: [shot?.name, (await getTexts())("shots.title")].filter(Boolean).join(" · ") };
}

/** One screenshot: where its strings stand, which they are, and what it is called. */
export default async function ScreenshotPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ id: string }> }) {
  const t = await getTexts();
  const names = languageNames(t);
  return guarded(async () => {
    const { id } = await params;
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new NotFound("There is no such screenshot.");
    const actor = await currentActor();
    const { row, strings, edits, deletes } = await readShot(actor, Number(id));
    const [component, languages] = await Promise.all([
      findComponentById(actor, row.componentId),
      edits ? shotLanguages(row.componentId) : [],
    ]);
    const slugs = [row.projectSlug, ...row.categoryPath.split("/").filter(Boolean), row.componentSlug];
    const gallery = path(urls.screenshots(slugs));
    const asked = await searchParams;
    const query = one(asked.q).trim().slice(0, 2000);
    const marked = edits ? strings.find(({ id }) => id === readCursor(asked.mark)) : undefined;
    const picture: Picture = {
      name: row.name,
      url: urls.shot(row.id, row.fileKey),
      width: row.width,
      height: row.height,
    };
    const here = path(urls.screenshot(row.id).web);
    const numbered = strings.map((string, index) => ({ ...string, number: index + 1 }));
    return (
      <ClientTexts part="shots">
        <Page
          title={<bdi>{row.name}</bdi>}
          crumbs={[...componentCrumbs(t, component), { label: t("shots.title"), href: gallery }, { label: row.name }]}
          lead={`${names.of(row.languageName)} · ${t("shots.size", { width: row.width, height: row.height })}`}
        >
          {one(asked.new) && strings.length === 0 ? (
            <div className="mb-4">
              <Callout tone="success" live>
                {t("shots.uploaded")}
              </Callout>
            </div>
          ) : null}
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div
              className="min-w-0 scroll-mt-20 lg:sticky lg:top-20"
              id="picture"
              style={{ maxWidth: Math.max(row.width, 320) }}
            >
              {marked ? (
                <MarkForm
                  shot={{ ...picture, id: row.id, region: marked.region }}
                  source={marked.id}
                  text={marked.source || marked.context}
                  account={actor.userId}
                  back={here}
                />
              ) : (
                <a href={picture.url} target="_blank" rel="noreferrer" title={t("shots.large")} className="block">
                  <ShotView
                    shot={picture}
                    marks={numbered.flatMap(({ region, number }) => (region ? [{ region, number }] : []))}
                  />
                </a>
              )}
            </div>
            <div className="min-w-0">
              <ShotStrings row={row} strings={numbered} edits={edits} here={here} marking={marked?.id} />
              {edits ? (
                <AssignStrings
                  row={row}
                  strings={strings}
                  query={query}
                  sourceCode={component.sourceLanguage.code}
                  here={here}
                />
              ) : null}
              <FoundText row={row} edits={edits} />
            </div>
          </div>
          {edits ? (
            <div className="mt-8 grid gap-x-6 lg:grid-cols-2">
              <Section title={t("shots.details")}>
                <DetailsForm row={row} languages={languages} />
              </Section>
              <Section title={t("shots.replaceImage")} lead={t("shots.replaceLead")}>
                <ReplaceForm id={row.id} />
              </Section>
            </div>
          ) : null}
          {deletes ? (
            <Section title={t("shots.deleteNow")} lead={t("shots.deleteLead")}>
              <AskFirst
                action={drop.bind(null, row.id, gallery)}
                open={t("shots.delete")}
                label={t("shots.deleteNow")}
                question={t("shots.deleteAsk")}
              />
            </Section>
          ) : null}
        </Page>
      </ClientTexts>
    );
  });
}
