import { redirect } from "next/navigation";
import { one, type PageInput } from "@/app/ui/page-input";
import { path } from "@/app/ui/paths";
import { urls } from "@/lib/urls";

export default async function NewComponentPage({ searchParams }: PageInput) {
  const project = one((await searchParams).project);
  redirect(path(urls.newComponent("vcs", project)));
}
