import { guarded } from "@/app/ui/guard";
import { one, type PageInput } from "@/app/ui/page-input";
import { titled } from "@/app/ui/page-texts";
import { DefaultsPage } from "@/app/ui/shared-settings/defaults-page";

export const generateMetadata = titled("defaults.title");

/** Settings that components of the whole installation follow. */
export default async function SiteDefaultsPage({ searchParams }: PageInput) {
  return guarded(async () => {
    const asked = await searchParams;
    return DefaultsPage({
      owner: undefined,
      slugs: "",
      asked: { plan: one(asked.plan), saved: one(asked.saved), all: one(asked.all) },
    });
  });
}
