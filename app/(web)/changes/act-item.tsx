import { useTexts } from "#texts";
import { Author, CAUSES, ChangeLine, Place } from "@/app/ui/change-line";
import { actWords } from "@/app/ui/change-words";
import { operationTitle } from "@/app/ui/operation-names";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { type Act, MOST_COUNTED } from "@/lib/domain/changes/history";
import type { ChangeRow } from "@/lib/domain/changes/list";
import type { operationsById } from "@/lib/domain/undo/operations";
import { urls } from "@/lib/urls";

export type KnownOperation = Awaited<ReturnType<typeof operationsById>> extends Map<string, infer Row> ? Row : never;

/** The page where an operation is taken back. */
function undoPage({ projectSlug, componentSlug, categoryPath }: ChangeRow): string | undefined {
  if (!projectSlug || !componentSlug) return undefined;
  return path(urls.component({ projectSlug, componentSlug, categoryPath: categoryPath ?? "" }).operationsPage);
}

/** Where texts are found that are gone with a history that was replaced. */
const lostPage = ({ projectSlug, componentSlug, categoryPath }: ChangeRow): string =>
  path(urls.below("lost", [projectSlug, ...(categoryPath ?? "").split("/"), componentSlug].filter(isGiven)));

const isGiven = (slug: string | null): slug is string => Boolean(slug);

/** What was done at once: one line with its count, that opens to its changes. A change by itself is its own line. */
export function ActItem({
  act,
  operation,
  whole,
  revertable,
}: {
  act: Act;
  operation?: KnownOperation;
  /** Where all changes of it are listed. */
  whole?: string;
  revertable: boolean;
}) {
  const t = useTexts();
  const { rows, count, translations } = act;
  const [first] = rows;
  if (!first) return null;
  const undo = operation?.undoable && operation.allowed ? undoPage(first) : undefined;
  if (count === 1 && !undo) return <ChangeLine change={first} revertable={revertable} />;
  const cause = CAUSES[first.cause];
  const title = operation ? operationTitle(t, operation) : actWords(t, act);
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 text-table">
        <span className="font-medium">{title}</span>
        <span className="rounded-control bg-sunken px-1.5 text-ink-2 tabular-nums">
          {count > MOST_COUNTED ? t("changes.act.more", { count: MOST_COUNTED }) : t("changes.act.count", { count })}
        </span>
        <Author change={first} />
        {cause ? <span className="text-ink-3">{t(cause)}</span> : null}
        <Place
          change={translations > 1 ? { ...first, languageName: null, languageCode: null, unitIdHash: null } : first}
          whole
        />
        {translations > 1 ? (
          <span className="text-ink-2">{t("changes.act.languages", { count: translations })}</span>
        ) : null}
        <span className="ms-auto text-ink-3">
          {undo ? (
            <a href={undo} className="me-3 inline-block min-h-6 text-ink-2 underline underline-offset-2">
              {t("changes.act.undo")}
            </a>
          ) : null}
          {operation?.undoneBy ? <span className="me-3">{t("changes.act.undone")}</span> : null}
          <RelativeTime at={first.at} />
        </span>
      </p>
      {rows.some(({ details }) => details.rewritten === true) ? (
        <p className="mt-1 text-table text-ink-2">
          {t.rich("changes.rewritten", {
            link: (chunks) => (
              <a className="link" href={lostPage(first)}>
                {chunks}
              </a>
            ),
          })}
        </p>
      ) : null}
      <details className="mt-1">
        <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-control text-table text-primary hover:underline">
          {t("changes.act.open", { count: rows.length })}
        </summary>
        <ol className="mt-1 divide-y divide-line border-s-2 border-line">
          {rows.map((change) => (
            <ChangeLine key={change.id} change={change} revertable={revertable} />
          ))}
        </ol>
        {whole && count > rows.length ? (
          <p className="ps-4 pt-2">
            <a href={whole} className="link inline-flex min-h-8 items-center text-table">
              {t("changes.act.all")}
            </a>
          </p>
        ) : null}
      </details>
    </li>
  );
}
