import { useTexts } from "#texts";
import { Cell } from "@/app/ui/cell";
import { CodeBlock } from "@/app/ui/code-block";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { FilterForm } from "@/app/ui/filter-form";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput, readCursor } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { OUTCOMES, outcomeColour, receiptWords } from "@/app/ui/receipt-words";
import { RelativeTime } from "@/app/ui/relative-time";
import { ReplayForm } from "@/app/ui/replay-form";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { hooksEnabled } from "@/lib/domain/hooks/hooks";
import { HOOK_OUTCOMES, listReceipts, MOST_RECEIPTS, RECEIPT_DAYS, type ReceiptRow } from "@/lib/domain/hooks/receipts";
import { urls } from "@/lib/urls";

export const generateMetadata = titled("manage.hooks.title");

const SIZE = 50;
const MOST_NAMED = 3;

/** Notifications of code hosts that came in. */
export default async function HooksPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = await searchParams;
    const words = one(asked.q);
    const outcome = HOOK_OUTCOMES.find((name) => name === one(asked.outcome));
    const after = readCursor(asked.after);
    const { rows, next } = await listReceipts(await currentActor(), { words, outcome, after, limit: SIZE });
    const query = { q: words || undefined, outcome };
    return (
      <Page title={t("manage.hooks.title")} lead={t("manage.hooks.lead", { count: MOST_RECEIPTS, days: RECEIPT_DAYS })}>
        <Section
          title={t("manage.hooks.address")}
          lead={t(hooksEnabled() ? "manage.hooks.addressLead" : "manage.hooks.off")}
        >
          <CodeBlock text={urls.hook("github")} />
        </Section>
        <FilterForm label={t("manage.hooks.find")}>
          <Field
            className="min-w-48 grow sm:max-w-[320px]"
            label={t("common.repository")}
            name="q"
            defaultValue={words}
            dir="ltr"
          />
          <Select
            label={t("manage.hooks.outcome.label")}
            name="outcome"
            defaultValue={outcome ?? ""}
            choices={[
              { value: "", label: t("manage.hooks.outcome.all") },
              ...HOOK_OUTCOMES.map((value) => ({ value, label: t(OUTCOMES[value]) })),
            ]}
          />
        </FilterForm>
        {rows.length === 0 ? (
          <EmptyState title={t("manage.hooks.none")}>{t("manage.hooks.noneText")}</EmptyState>
        ) : (
          <Table
            label={t("manage.hooks.title")}
            columns={[
              { label: t("tasks.created") },
              { label: t("common.repository") },
              { label: t("manage.hooks.event"), wide: true },
              { label: t("manage.hooks.outcome.label") },
            ]}
          >
            {rows.map((row) => (
              <tr key={row.id} className="hover:bg-sunken">
                <Cell className="align-top">
                  <RelativeTime at={row.at} />
                </Cell>
                <Cell head className="max-w-[48ch] align-top">
                  <bdi dir="ltr" className="break-all">
                    {row.repository || t("manage.hooks.noRepository")}
                  </bdi>
                  {row.branch ? (
                    <span className="block text-meta break-all text-ink-3">
                      {t("manage.hooks.branch", { branch: row.branch })}
                    </span>
                  ) : null}
                </Cell>
                <Cell wide className="align-top break-all">
                  {row.service}
                  <span className="block text-meta text-ink-3">{row.event}</span>
                </Cell>
                <Cell className="align-top">
                  <Outcome row={row} />
                  {row.components.slice(0, MOST_NAMED).map((component) => (
                    <a
                      key={path(urls.component(component).web)}
                      className="name-link block text-meta"
                      href={path(urls.component(component).repositoryPage)}
                    >
                      {component.projectName} › {component.name}
                    </a>
                  ))}
                  {row.outcome === "unmatched" && row.components.length === 0 && row.repository ? (
                    <a
                      className="link block text-meta"
                      href={path(urls.newComponentFrom(row.repository, row.branch))}
                      aria-label={`${t("manage.hooks.create")}: ${row.repository}`}
                    >
                      {t("manage.hooks.create")}
                    </a>
                  ) : null}
                  {row.components.length > MOST_NAMED ? (
                    <span className="block text-meta text-ink-3">
                      {t("manage.hooks.more", { count: row.components.length - MOST_NAMED })}
                    </span>
                  ) : null}
                  {row.replayOf === null ? null : (
                    <span className="block text-meta text-ink-3">
                      {row.replayer ? t("manage.hooks.isReplay", { user: row.replayer }) : t("manage.hooks.repeated")}
                    </span>
                  )}
                  {row.replayable ? <ReplayForm receipt={row} /> : null}
                </Cell>
              </tr>
            ))}
          </Table>
        )}
        <KeyPager
          first={after ? path(urls.siteHooks(query)) : undefined}
          next={next ? path(urls.siteHooks({ ...query, after: String(next) })) : undefined}
        />
      </Page>
    );
  });
}

function Outcome({ row }: { row: ReceiptRow }) {
  const { what, more } = receiptWords(useTexts(), row);
  return (
    <>
      <span className={outcomeColour(row.outcome)}>{what}</span>
      {more ? <span className="block text-meta break-words text-ink-3">{more}</span> : null}
    </>
  );
}
