import { CodeBlock } from "@/app/ui/code-block";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { Page } from "@/app/ui/page-body";
import { type PageInput, readCursor } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { publicKeys } from "@/lib/domain/ssh/public-keys";
import { urls } from "@/lib/urls";
import { KeyPanel } from "../ssh/key-panel";

export const generateMetadata = titled("keysPage.title");

const SIZE = 20;

/** Public keys: to let Loquat into a repository, and to check what it signs. */
export default async function KeysPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const after = readCursor((await searchParams).after);
    const { ssh, openpgp, next } = await publicKeys(await currentActor(), { after, limit: SIZE });
    return (
      <Page
        title={t("keysPage.title")}
        crumbs={[{ label: t("about.link"), href: path(urls.about()) }, { label: t("keysPage.title") }]}
        lead={t("keysPage.lead")}
        narrow
      >
        <Section title={t("keysPage.ssh")} lead={t("keysPage.sshLead")}>
          {ssh ? <KeyPanel view={ssh} /> : <p className="panel px-4 py-3 text-ink-2">{t("keysPage.noSsh")}</p>}
        </Section>
        <Section title={t("keysPage.openpgp")} lead={t("keysPage.openpgpLead")}>
          {openpgp.length === 0 ? (
            <p className="panel px-4 py-3 text-ink-2">{t("keysPage.noOpenpgp")}</p>
          ) : (
            <ul className="panel divide-y divide-line">
              {openpgp.map((key) => (
                <li key={key.id} className="px-4 py-3">
                  <a href={path(urls.project(key.slug).web)} className="name-link font-medium">
                    {key.name}
                  </a>
                  <p className="text-meta text-ink-3">
                    {t("keysPage.fingerprint")} <bdi className="font-mono break-all">{key.fingerprint}</bdi>
                  </p>
                  <details className="mt-2">
                    <summary className="inline-flex min-h-8 cursor-pointer items-center text-table text-ink-2">
                      {t("keysPage.show")}
                    </summary>
                    <CodeBlock text={key.publicKey} />
                  </details>
                </li>
              ))}
            </ul>
          )}
          <KeyPager
            first={after === undefined ? undefined : path(urls.keys())}
            next={next === undefined ? undefined : path(urls.keys(next))}
          />
        </Section>
      </Page>
    );
  });
}
