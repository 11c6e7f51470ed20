import type { Metadata } from "next";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { Services } from "../../machinery/services";

export const metadata: Metadata = { title: "Automatic suggestions" };

export default async function MachineryPage() {
  return guarded(async () => (
    <Page
      title="Automatic suggestions"
      crumbs={[{ label: "Management", href: "/manage/" }, { label: "Automatic suggestions" }]}
      lead="Services that work in every project, unless a project has settings of its own."
    >
      {await Services({ project: undefined })}
    </Page>
  ));
}
