import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { KeyPager } from "@/app/ui/key-pager";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { listBlocks } from "@/lib/domain/projects/blocks";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { unblockMember } from "./actions";
import { BlockFields } from "./block-fields";

const SIZE = 50;

/** People who are shut out, and a form that shuts somebody out. */
export async function BlocksTab({ project, after }: { project: ProjectRow; after: string }) {
  const t = await getTexts();
  const { rows, next } = await listBlocks(await currentActor(), project, { after, limit: SIZE });
  const address = urls.project(project.slug);
  return (
    <>
      <Section title={t("access.block")} lead={t("access.blockingLead")}>
        <BlockFields slug={project.slug} />
      </Section>
      <Section title={t("access.blocks")}>
        {rows.length === 0 ? (
          <EmptyState title={t("access.noBlocks")}>{t("access.noBlocksText")}</EmptyState>
        ) : (
          <ul className="panel divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id} className="flex flex-wrap items-start justify-between gap-3 px-4 py-3">
                <div className="min-w-0">
                  <a
                    className="name-link font-medium break-words"
                    href={path(address.accessTab({ person: row.username }))}
                  >
                    <bdi>{row.fullName || row.username}</bdi>
                  </a>
                  <p className="text-table text-ink-2">
                    {t.rich(row.expiresAt ? "access.blockedUntil" : "access.blockedForGood", {
                      until: () => <RelativeTime at={row.expiresAt} />,
                    })}
                    {row.blockedByUsername
                      ? ` ${t("access.blockedBy", { name: row.blockedByName || row.blockedByUsername })}`
                      : null}
                  </p>
                  {row.note ? <p className="text-table break-words">{row.note}</p> : null}
                </div>
                <ActionForm
                  action={unblockMember.bind(null, project.slug, row.id)}
                  label={t("access.unblockOf", { user: row.username })}
                >
                  <Submit kind="secondary" small aria-label={t("access.unblockOf", { user: row.username })}>
                    {t("access.unblock")}
                  </Submit>
                </ActionForm>
              </li>
            ))}
          </ul>
        )}
        <KeyPager
          next={next && path(address.accessTab({ tab: "blocked", after: next }))}
          first={after ? path(address.accessTab({ tab: "blocked" })) : undefined}
        />
      </Section>
    </>
  );
}
