import { type TextKey, useTexts } from "#texts";
import { crumbsBelow, projectsCrumb } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { leadTo } from "@/app/ui/lead-to";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { commentPath } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { RelativeTime } from "@/app/ui/relative-time";
import { RichText } from "@/app/ui/rich-text";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { UnitText } from "@/app/ui/unit-text";
import {
  COMMENT_SCOPES,
  type CommentRow,
  type CommentScope,
  commentChecksum,
  scopeOfComment,
} from "@/lib/domain/discussion/comments";
import { type CommentPlace, commentsWithin } from "@/lib/domain/discussion/open-comments";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { readRichText } from "@/lib/text/rich-text";

export const generateMetadata = titledPlace("comments.title");

const SIZE = 50;
const MOST_OF_SOURCE = 200;

const SCOPES: Readonly<Record<CommentScope, TextKey>> = {
  translation: "comments.translation",
  global: "comments.global",
  report: "comments.report",
};

/** Whose comments are listed, and the language that is looked at, if it is one. */
function placeOf(object: PathObject | undefined): { place: CommentPlace; language?: { code: string; name: string } } {
  if (!object) return { place: {} };
  if (object.kind === "project") return { place: { projectId: object.project.id } };
  if (object.kind === "component") return { place: { componentId: object.component.id } };
  if (object.kind === "project-language")
    return { place: { projectId: object.project.id, languageId: object.language.id }, language: object.language };
  if (object.kind === "translation") {
    const { id, componentId, language } = object.translation;
    return { place: { componentId, translationId: id }, language };
  }
  return leadTo(object);
}

function CommentItem({
  row,
  people,
  language,
}: {
  row: CommentRow;
  people: ReadonlyMap<string, string>;
  language: { code: string; name: string } | undefined;
}) {
  const t = useTexts();
  const scope = scopeOfComment(row);
  const { code, name } = language ?? { code: row.languageCode, name: row.languageName };
  const shown = languageNames(t).of(name);
  const source = row.sources.join(" / ").slice(0, MOST_OF_SOURCE);
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 text-meta text-ink-3">
        <bdi className="font-medium text-ink-2">{row.fullName || row.username || t("editor.formerUser")}</bdi>
        <RelativeTime at={row.createdAt} />
        {scope === "translation" ? null : (
          <span className={scope === "report" ? "font-medium text-needs-ink" : "font-medium text-ink-2"}>
            {t(scope === "report" ? "editor.comment.report" : "comments.onSource")}
          </span>
        )}
      </p>
      <div className="mt-1">
        <RichText nodes={readRichText(row.text, people)} />
      </div>
      <p className="mt-1.5 text-table">
        <a href={commentPath({ ...row, languageCode: code }, commentChecksum(row))} className="link">
          {source === "" ? t("comments.openString") : <UnitText text={source} small />}
        </a>
      </p>
      <p className="text-meta text-ink-3">
        {t("comments.where", { project: row.projectName, component: row.componentName, language: shown })}
      </p>
    </li>
  );
}

/** Comments and questions of a project, a component or a language, to be read without opening each string. */
export default async function CommentsPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ path?: string[] }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const segments = ((await params).path ?? []).map(decodeURIComponent);
    const object = segments.length > 0 ? await currentObject(segments) : undefined;
    const { place, language } = placeOf(object);
    const asked = await searchParams;
    const resolved = asked.show === "resolved";
    const scope = COMMENT_SCOPES.find((one) => one === asked.about);
    const before = /^[1-9]\d{0,14}$/.test(String(asked.before)) ? Number(asked.before) : undefined;
    const { rows, people, next } = await commentsWithin(await currentActor(), place, { resolved, scope, before }, SIZE);
    const name = t("comments.title");
    const href = (change: { show?: string; about?: string; before?: number }) => {
      const wanted = { show: resolved ? "resolved" : undefined, about: scope, ...change };
      const query = Object.entries(wanted).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));
      return `?${query.join("&")}`;
    };
    return (
      <Page
        title={name}
        crumbs={object ? crumbsBelow(t, object, name) : [projectsCrumb(t), { label: name }]}
        lead={t("comments.lead")}
      >
        <Tabs
          label={t("comments.show")}
          tabs={[
            { label: t("comments.open"), href: href({ show: undefined }), current: !resolved },
            { label: t("comments.resolved"), href: href({ show: "resolved" }), current: resolved },
          ]}
        />
        <Tabs
          label={t("comments.about")}
          tabs={[
            { label: t("comments.all"), href: href({ about: undefined }), current: scope === undefined },
            ...(["translation", "global", "report"] as const).map((one) => ({
              label: t(SCOPES[one]),
              href: href({ about: one }),
              current: scope === one,
            })),
          ]}
        />
        {rows.length === 0 ? (
          <EmptyState title={t(resolved ? "comments.noneResolved" : "comments.none")}>
            {t("comments.noneText")}
          </EmptyState>
        ) : (
          <ul className="panel divide-y divide-line">
            {rows.map((row) => (
              <CommentItem key={row.id} row={row} people={people(row)} language={language} />
            ))}
          </ul>
        )}
        <div className="mt-4 flex flex-wrap justify-between gap-3">
          {before === undefined ? null : <LinkButton href={href({})}>{t("comments.newest")}</LinkButton>}
          {next === undefined ? null : <LinkButton href={href({ before: next })}>{t("comments.older")}</LinkButton>}
        </div>
      </Page>
    );
  });
}
