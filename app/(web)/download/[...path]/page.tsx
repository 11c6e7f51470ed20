import type { Texts } from "#texts";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { demand } from "@/lib/domain/access/demand";
import { addressOf, type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import { converterSuits } from "@/lib/domain/exports/convert";
import { translationAddress, translationScope } from "@/lib/domain/translations/translations";
import { offeredConverters } from "@/lib/text/converters/registry";
import { formatName } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";

export const generateMetadata = titledPlace("common.download");

interface Offer {
  name: string;
  about: string;
  ending: string;
  href: string;
}

/** Conversions of a component, or all there are where components differ. */
function conversions(
  t: Texts,
  component: ComponentRow | undefined,
  href: (id: string) => string,
  packed: boolean,
): Offer[] {
  return offeredConverters()
    .filter((converter) => component === undefined || converterSuits(converter, component))
    .map((converter) => ({
      name: converter.name,
      about: packed ? t("download.packedAbout") : t("download.convertedAbout"),
      ending: packed ? `.zip of .${converter.extension}` : `.${converter.extension}`,
      href: href(converter.id),
    }));
}

/** Files of a project, component or translation, as they are or in other formats. */
export default async function DownloadPage({ params }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    const actor = await currentActor();
    let candidates: Offer[];
    if (place.kind === "translation") {
      const { translation, component } = place;
      demand(actor, "translation.download", translationScope(translation));
      const file = path(urls.translation(translationAddress(translation)).file);
      const stored: Offer = {
        name: t("download.original"),
        about: t("download.originalAbout", {
          format: formatName(component.fileFormat) ?? component.fileFormat,
        }),
        ending: translation.filename,
        href: file,
      };
      candidates = [
        ...(translation.filename ? [stored] : []),
        ...conversions(t, component, (id) => `${file}?format=${id}`, false),
      ];
    } else if (place.kind === "component" || place.kind === "project") {
      const component = place.kind === "component" ? place.component : undefined;
      demand(actor, "translation.download", component ? scopeOf(component) : { project: place.project });
      const api = component ? urls.component(addressOf(component)).api : urls.project(place.project.slug).api;
      const file = `${path(api)}file/`;
      const all: Offer = {
        name: t("download.originals"),
        about: t("download.originalsAbout"),
        ending: ".zip",
        href: `${file}?format=zip`,
      };
      candidates = [all, ...conversions(t, component, (id) => `${file}?format=zip:${id}`, true)];
    } else return leadTo(place);
    return (
      <Page title={t("common.download")} crumbs={crumbsBelow(t, place, t("common.download"))} narrow>
        <Table
          label={t("download.formats")}
          columns={[
            { label: t("common.format") },
            { label: t("common.file"), wide: true },
            { label: t("common.download"), hidden: true },
          ]}
        >
          {candidates.map((candidate) => (
            <tr key={candidate.href}>
              <th scope="row" className="px-3 py-2 text-start font-normal">
                {candidate.name}
                <span className="block text-meta text-ink-2">{candidate.about}</span>
              </th>
              <td className="px-3 py-2 text-ink-2 max-lg:hidden" dir="ltr">
                {candidate.ending}
              </td>
              <td className="px-3 py-2 text-end">
                <LinkButton href={candidate.href} label={t("download.downloadNamed", { offer: candidate.name })}>
                  {t("common.download")}
                </LinkButton>
              </td>
            </tr>
          ))}
        </Table>
      </Page>
    );
  });
}
