import { CodeBlock } from "@/app/ui/code-block";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { leadTo } from "@/app/ui/lead-to";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { Section } from "@/app/ui/section";
import { Tabs } from "@/app/ui/tabs";
import { NotFound } from "@/lib/domain/errors";
import { activityPlaceOf, nameOfPlace, readWidget, WIDGETS } from "@/lib/domain/exports/widgets";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { snippetsOf } from "@/lib/text/badge-snippets";
import { urls } from "@/lib/urls";

export const generateMetadata = titledPlace("widgets.title");

/** Whether strangers get the images: they are for pages elsewhere. */
async function isPublic(slugs: readonly string[]): Promise<boolean> {
  try {
    await readWidget([...slugs, WIDGETS[0]]);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** Names of formats, which are the same in all languages. */
const KINDS = { ".svg": "SVG", ".png": "PNG" } as const;

/** Images of progress, and what to write to show them. */
export default async function WidgetsPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const ending = one((await searchParams).as) === "png" ? ".png" : ".svg";
    const segments = (await params).path;
    const place = await currentObject(segments);
    // What happens in categories is not counted.
    if (place.kind === "category") return leadTo(place);
    activityPlaceOf(place);
    const slugs = decodedPath(segments);
    const name = nameOfPlace(place, languageNames(t).of);
    const shown = await isPublic(slugs);
    const target =
      place.kind === "project" || place.kind === "project-language" ? urls.engage(slugs) : urls.page(slugs);
    return (
      <Page
        title={t("widgets.title")}
        crumbs={crumbsBelow(t, place, t("widgets.title"))}
        lead={t("widgets.lead", { name })}
      >
        {shown ? (
          <>
            <Tabs
              label={t("widgets.kind")}
              tabs={[
                { label: KINDS[".svg"], href: path(urls.widgets(slugs)), current: ending === ".svg" },
                { label: KINDS[".png"], href: path(urls.widgets(slugs, "png")), current: ending === ".png" },
              ]}
            />
            {ending === ".png" ? <p className="mb-4 text-ink-2">{t("widgets.pngHint")}</p> : null}
            {WIDGETS.filter((widget) => widget.endsWith(ending)).map((widget) => {
              const image = urls.widget(slugs, widget);
              const title = t(widget.startsWith("status-badge") ? "widgets.badge" : "widgets.languages");
              return (
                <Section key={widget} title={title} id={widget.replace(ending, "")}>
                  {/* biome-ignore lint/performance/noImgElement: an image as others will show it */}
                  <img src={path(image)} alt={t("widgets.alt", { name })} className="mb-4 max-w-full" />
                  <div className="grid gap-4">
                    {snippetsOf(image, target, t("widgets.alt", { name })).map(({ format, text }) => (
                      <div key={format}>
                        <h3 className="mb-1 font-medium">{format}</h3>
                        <CodeBlock text={text} label={t("widgets.copy", { format })} />
                      </div>
                    ))}
                  </div>
                </Section>
              );
            })}
          </>
        ) : (
          <p className="text-ink-2">{t("widgets.private")}</p>
        )}
      </Page>
    );
  });
}
