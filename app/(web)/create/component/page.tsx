import { redirect } from "next/navigation";
import { one, type PageInput } from "@/app/ui/page-input";

export default async function NewComponentPage({ searchParams }: PageInput) {
  const project = one((await searchParams).project);
  redirect(`/create/component/vcs/${project ? `?project=${encodeURIComponent(project)}` : ""}`);
}
