import { CategoryForm } from "@/app/ui/category-form";
import { projectsCrumb } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { urls } from "@/lib/urls";
import { somePlaces } from "../component/own-places";
import { makeCategory } from "./actions";

export const generateMetadata = titled("category.new");

/** A new category, in a project or in another category. */
export default async function NewCategoryPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const { places, chosen } = await somePlaces(t, await currentActor(), one((await searchParams).place));
    return (
      <Page
        title={t("category.new")}
        lead={t("category.newLead")}
        crumbs={[
          projectsCrumb(t),
          { label: chosen.names.join(" / "), href: path(urls.page(chosen.path.split("/"))) },
          { label: t("category.new") },
        ]}
        narrow
      >
        <CategoryForm action={makeCategory} places={places} place={chosen.path} submit={t("category.create")} />
      </Page>
    );
  });
}
