import type { Metadata } from "next";
import { crumbsBelow } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { path } from "@/app/ui/paths";
import { currentPlace } from "@/app/ui/place";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { demand } from "@/lib/domain/access/demand";
import { addressOf, type ComponentRow, placeOf } from "@/lib/domain/components/components";
import { NotFound } from "@/lib/domain/errors";
import { converterSuits } from "@/lib/domain/exports/convert";
import { translationAddress, translationPlace } from "@/lib/domain/translations/translations";
import { offeredConverters } from "@/lib/text/converters/registry";
import { formatName } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";

export const metadata: Metadata = { title: "Download" };

interface Offer {
  name: string;
  about: string;
  ending: string;
  href: string;
}

/** Conversions of a component, or all there are where components differ. */
function conversions(component: ComponentRow | undefined, href: (id: string) => string, packed: boolean): Offer[] {
  return offeredConverters()
    .filter((converter) => component === undefined || converterSuits(converter, component))
    .map((converter) => ({
      name: converter.name,
      about: packed ? "one file for each language" : "made from the strings as they are now",
      ending: packed ? `.zip of .${converter.extension}` : `.${converter.extension}`,
      href: href(converter.id),
    }));
}

export default async function DownloadPage({ params }: PathPageInput) {
  return guarded(async () => {
    const place = await currentPlace((await params).path);
    const actor = await currentActor();
    let offers: Offer[];
    if (place.kind === "translation") {
      const { translation, component } = place;
      demand(actor, "translation.download", translationPlace(translation));
      const file = path(urls.translation(translationAddress(translation)).file);
      const stored: Offer = {
        name: "The file itself",
        about: `${formatName(component.fileFormat) ?? component.fileFormat}, byte for byte, with every edit in it`,
        ending: translation.filename,
        href: file,
      };
      offers = [
        ...(translation.filename ? [stored] : []),
        ...conversions(component, (id) => `${file}?format=${id}`, false),
      ];
    } else if (place.kind === "component" || place.kind === "project") {
      const component = place.kind === "component" ? place.component : undefined;
      demand(actor, "translation.download", component ? placeOf(component) : { project: place.project });
      const api = component ? urls.component(addressOf(component)).api : urls.project(place.project.slug).api;
      const file = `${path(api)}file/`;
      const all: Offer = {
        name: "Files as they are stored",
        about: "every language and the base file, with every edit in them",
        ending: ".zip",
        href: `${file}?format=zip`,
      };
      offers = [all, ...conversions(component, (id) => `${file}?format=zip:${id}`, true)];
    } else throw new NotFound("Files are downloaded of a project, a component or one of its languages.");
    return (
      <Page title="Download" crumbs={crumbsBelow(place, "Download")} narrow>
        <Table
          label="Formats"
          columns={[{ label: "Format" }, { label: "File", wide: true }, { label: "Download", hidden: true }]}
        >
          {offers.map((offer) => (
            <tr key={offer.href}>
              <th scope="row" className="px-3 py-2 text-start font-normal">
                {offer.name}
                <span className="block text-meta text-ink-2">{offer.about}</span>
              </th>
              <td className="px-3 py-2 text-ink-2 max-lg:hidden" dir="ltr">
                {offer.ending}
              </td>
              <td className="px-3 py-2 text-end">
                <LinkButton href={offer.href} label={`Download ${offer.name}`}>
                  Download
                </LinkButton>
              </td>
            </tr>
          ))}
        </Table>
      </Page>
    );
  });
}
