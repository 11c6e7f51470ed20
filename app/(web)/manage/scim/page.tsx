import { CodeBlock } from "@/app/ui/code-block";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { TokenSection } from "@/app/ui/token-section";
import { listScimKeys } from "@/lib/domain/scim/keys";
import { urls } from "@/lib/urls";
import { create, revoke } from "./actions";

export const generateMetadata = titled("scim.title");

/** What a directory service is told to keep people and teams here, and the keys that were given out. */
export default async function ScimPage() {
  const t = await getTexts();
  return guarded(async () => {
    const keys = await listScimKeys(await currentActor());
    return (
      <Page title={t("scim.title")} lead={t("scim.lead")}>
        <Section title={t("scim.address")} lead={t("scim.addressLead")}>
          <div className="max-w-[80ch]">
            <CodeBlock text={urls.scim()} />
          </div>
        </Section>
        <TokenSection
          lead={t("scim.keyLead")}
          snippets={[]}
          example={t("scim.nameExample")}
          none={t("scim.none")}
          tokens={keys}
          create={create}
          revoke={revoke}
        />
      </Page>
    );
  });
}
