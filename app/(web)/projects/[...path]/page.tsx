import type { Metadata } from "next";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { CategoryPage } from "./category-page";
import { ComponentPage } from "./component-page";
import { ProjectLanguagePage } from "./project-language-page";
import { ProjectPage } from "./project-page";
import { TranslationPage } from "./translation-page";

export async function generateMetadata({ params }: PathPageInput): Promise<Metadata> {
  const t = await getTexts();
  const place = await currentObject((await params).path).catch(() => undefined);
  switch (place?.kind) {
    case "project":
      return { title: place.project.name };
    case "project-language":
      return { title: `${place.language.name} · ${place.project.name}` };
    case "category":
      return { title: `${place.category.name} · ${place.project.name}` };
    case "component":
      return { title: `${place.component.name} · ${place.project.name}` };
    case "translation":
      return { title: `${place.translation.language.name} · ${place.component.name} · ${place.project.name}` };
    default:
      return { title: t("common.notFound") };
  }
}

export default async function ObjectPage({ params, searchParams }: PathPageInput) {
  return guarded(async () => {
    const place = await currentObject((await params).path);
    const parameters = await searchParams;
    const tab = one(parameters.tab);
    switch (place.kind) {
      case "project":
        return <ProjectPage place={place} tab={tab} page={parameters.page} />;
      case "project-language":
        return <ProjectLanguagePage place={place} page={parameters.page} />;
      case "category":
        return <CategoryPage place={place} page={parameters.page} />;
      case "component":
        return <ComponentPage place={place} page={parameters.page} />;
      case "translation":
        return <TranslationPage place={place} />;
    }
  });
}
