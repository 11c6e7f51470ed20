import { redirect } from "next/navigation";
import { path } from "@/app/ui/paths";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";

/** A language of a project has one page, below the project. */
export default async function LanguageOfProjectPage({
  params,
}: {
  params: Promise<{ code: string; project: string }>;
}) {
  const { code, project } = await params;
  const [language = "", slug = ""] = decodedPath([code, project]);
  redirect(path(urls.project(slug).language(language).web));
}
