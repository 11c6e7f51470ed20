import type { Metadata } from "next";
import { Announcements } from "@/app/ui/announcements";
import { currentObject } from "@/app/ui/current-object";
import { feedOf } from "@/app/ui/feed-link";
import { guarded } from "@/app/ui/guard";
import { ObjectLinks } from "@/app/ui/object-links";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { placeTitle } from "@/app/ui/place-title";
import { sharedMetadata } from "@/app/ui/share-metadata";
import { readOrder } from "@/app/ui/work-order";
import { sharedPlace } from "@/lib/domain/exports/share-card";
import { decodedPath, type PathObject } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { CategoryPage } from "./category-page";
import { ComponentPage } from "./component-page";
import { readTerms } from "./glossary-terms";
import { ProjectLanguagePage } from "./project-language-page";
import { ProjectPage } from "./project-page";
import { tableParameters } from "./table-parameters";
import { TranslationPage } from "./translation-page";

export async function generateMetadata({ params }: PathPageInput): Promise<Metadata> {
  const t = await getTexts();
  const place = await currentObject((await params).path).catch(() => undefined);
  if (!place) return { title: t("common.notFound") };
  const slugs = decodedPath((await params).path);
  const title = placeTitle(t, place);
  const about = () => sharedPlace(t, place);
  return sharedMetadata(
    t,
    { title, address: urls.page(slugs), picture: [slugs, "card.png"], about },
    { title, ...(place.kind === "category" ? {} : feedOf(t, slugs)) },
  );
}

/** A project, a category, a component, a translation, or a language of a project. */
export default async function ObjectPage({ params, searchParams }: PathPageInput) {
  return guarded(async () => {
    const { path } = await params;
    const place = await currentObject(path);
    const parameters = await searchParams;
    return (
      <>
        <Announcements place={place} />
        {pageOf(place, parameters)}
        <ObjectLinks
          slugs={decodedPath(path)}
          numbers={place.kind !== "category"}
          images={place.kind !== "category"}
          announcements
          strings
          invitation={place.kind === "project" || place.kind === "project-language"}
        />
      </>
    );
  });
}

function pageOf(place: PathObject, parameters: Record<string, string | string[] | undefined>) {
  const { page } = parameters;
  switch (place.kind) {
    case "project":
      return <ProjectPage place={place} tab={one(parameters.tab)} page={page} table={tableParameters(parameters)} />;
    case "project-language":
      return <ProjectLanguagePage place={place} page={page} order={readOrder(parameters)} />;
    case "category":
      return <CategoryPage place={place} table={tableParameters(parameters)} />;
    case "component":
      return (
        <ComponentPage
          place={place}
          page={page}
          order={readOrder(parameters)}
          words={one(parameters.q).trim().slice(0, 100)}
          terms={readTerms(parameters)}
        />
      );
    case "translation":
      return <TranslationPage place={place} />;
  }
}
