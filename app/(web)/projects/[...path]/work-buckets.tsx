import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { checkWords } from "@/app/ui/check-words";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { commentsPath, editorPath } from "@/app/ui/paths";
import { StateIcon } from "@/app/ui/state-icon";
import type { CounterRow } from "@/lib/domain/counters/read-counters";
import type { TranslationPlace } from "@/lib/urls/paths";

interface Bucket {
  icon: ReactNode;
  name: string;
  about?: string;
  strings: number;
  words?: number;
  query: string;
  /** Where its button leads, if not into the editor on these strings. */
  href?: string;
  verb: string;
}

/** The work of a translation by what is to be done, each kind with a button into the editor on exactly those strings. */
export function WorkBuckets({
  address,
  numbers,
  checks,
  review,
}: {
  address: TranslationPlace;
  numbers: CounterRow;
  checks: readonly { check: string; strings: number }[];
  review: boolean;
}) {
  const t = useTexts();
  const buckets: Bucket[] = [
    {
      icon: <StateIcon state="empty" size={20} silent />,
      name: t("translation.empty"),
      strings: numbers.total - numbers.translated - numbers.fuzzy,
      words: numbers.totalWords - numbers.translatedWords - numbers.fuzzyWords,
      query: "state:empty",
      verb: t("common.translate"),
    },
    {
      icon: <StateIcon state="needs-editing" size={20} silent />,
      name: t("common.needsEditing"),
      about: t("translation.needsEditingAbout"),
      strings: numbers.fuzzy,
      words: numbers.fuzzyWords,
      query: "state:needs-editing",
      verb: t("translation.edit"),
    },
    ...checks.map(({ check, strings }) => ({
      icon: <StateIcon state="failing" size={20} silent />,
      ...checkWords(t, check),
      strings,
      query: `check:${check}`,
      verb: t("translation.fix"),
    })),
    {
      icon: <StateIcon state="suggestion" size={20} silent />,
      name: t("translation.suggestions"),
      strings: numbers.suggestions,
      query: "has:suggestion",
      verb: t("translation.reviewVerb"),
    },
    {
      icon: <MessageSquare aria-hidden size={20} className="text-ink-2" />,
      name: t("translation.comments"),
      strings: numbers.comments,
      query: "has:comment",
      href: commentsPath(address, address.languageCode),
      verb: t("translation.view"),
    },
    {
      icon: <StateIcon state="translated" size={20} silent />,
      name: t("translation.review"),
      strings: review ? numbers.translated - numbers.approved - numbers.readonly : 0,
      words: numbers.translatedWords - numbers.approvedWords - numbers.readonlyWords,
      query: "state:translated",
      href: `${editorPath(address)}?mode=review`,
      verb: t("translation.reviewVerb"),
    },
  ];
  const open = buckets.filter((bucket) => bucket.strings > 0);
  if (open.length === 0)
    return (
      <EmptyState title={numbers.total > 0 ? t("translation.allDone") : t("translation.noStrings")}>
        {numbers.total > 0 ? t("translation.allDoneText", { count: numbers.total }) : t("translation.noStringsText")}
      </EmptyState>
    );
  return (
    <ul className="panel divide-y divide-line">
      {open.map((bucket) => (
        <li key={bucket.query} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
          {bucket.icon}
          {/* On a phone the words have a line of their own, beside the icon. */}
          <div className="min-w-0 grow basis-[calc(100%-2rem)] sm:basis-0">
            <p className="font-medium">{bucket.name}</p>
            {bucket.about ? <p className="text-table text-ink-2">{bucket.about}</p> : null}
          </div>
          <p className="shrink-0 text-table tabular-nums max-sm:ms-8 max-sm:grow sm:text-end">
            {t("translation.strings", { count: bucket.strings })}
            {bucket.words ? (
              <span className="block text-meta text-ink-3">{t("translation.words", { count: bucket.words })}</span>
            ) : null}
          </p>
          <LinkButton
            small
            href={bucket.href ?? editorPath(address, bucket.query)}
            label={`${bucket.verb}: ${bucket.name}`}
            className="min-w-24 shrink-0"
          >
            {bucket.verb}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
