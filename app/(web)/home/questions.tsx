import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { commentPath } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { RichText } from "@/app/ui/rich-text";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { UnitText } from "@/app/ui/unit-text";
import { commentChecksum } from "@/lib/domain/discussion/comments";
import { questionsTo } from "@/lib/domain/discussion/questions";
import { readRichText } from "@/lib/text/rich-text";

const MOST = 5;
const MOST_OF_SOURCE = 120;

/** Open comments that mention the reader or stand on strings that they translated; nothing where there is none. */
export async function Questions() {
  const t = await getTexts();
  const names = languageNames(t);
  const { rows, people } = await questionsTo(await currentActor(), MOST);
  if (rows.length === 0) return null;
  return (
    <Section title={t("home.questions")}>
      <ul className="panel divide-y divide-line">
        {rows.map((row) => {
          const who = row.fullName || row.username || t("editor.formerUser");
          const source = row.sources.join(" / ").slice(0, MOST_OF_SOURCE);
          return (
            <li key={row.id} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
              <div className="min-w-0 grow basis-56">
                <p className="text-meta text-ink-3">
                  <bdi className="font-medium text-ink-2">{who}</bdi> <RelativeTime at={row.createdAt} />
                </p>
                <div translate="no" dir="auto" className="mt-1 line-clamp-3 break-words">
                  <RichText nodes={readRichText(row.text, people(row))} />
                </div>
                <p className="mt-1 text-table break-words text-ink-2">
                  <UnitText text={source} small />
                </p>
                <p className="text-meta text-ink-3">
                  {t("comments.where", {
                    project: row.projectName,
                    component: row.componentName,
                    language: names.of(row.languageName),
                  })}
                </p>
              </div>
              <LinkButton
                small
                href={commentPath(row, commentChecksum(row))}
                label={t("home.answerOn", { who, source: source.slice(0, 60) })}
              >
                {t("home.answer")}
              </LinkButton>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
