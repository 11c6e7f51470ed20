import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { AskFirst } from "@/app/ui/ask-first";
import { Code } from "@/app/ui/code";
import { Field } from "@/app/ui/field";
import { languageChoice } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import type { listedLanguages } from "@/app/ui/listed-languages";
import { path } from "@/app/ui/paths";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import type { FontRow } from "@/lib/domain/fonts/fonts";
import type { FontGroupRow } from "@/lib/domain/fonts/groups";
import { urls } from "@/lib/urls";
import { dropGroup, saveGroup } from "./actions";
import { fontName } from "./font-list";

type Languages = Awaited<ReturnType<typeof listedLanguages>>;

/** Rows for languages that a form has beyond those that are set. */
const MORE_ROWS = 3;

/** The flag that names a group. */
const flagOf = ({ name }: FontGroupRow): string => `font-family:${name}`;

/** Groups of fonts, with the fonts of their languages. */
export function GroupList({
  slug,
  groups,
  fonts,
  use,
  nameOf,
  edits,
}: {
  slug: string;
  groups: readonly FontGroupRow[];
  fonts: readonly FontRow[];
  /** Strings that name each group. */
  use: ReadonlyMap<string, number>;
  nameOf(code: string): string;
  edits: boolean;
}) {
  const t = useTexts();
  const names = new Map(fonts.map((font) => [font.id, fontName(font)]));
  const home = path(urls.project(slug).fontsPage);
  return (
    <ul className="panel mb-6 divide-y divide-line">
      {groups.map((group) => (
        <li key={group.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
          <div className="min-w-0 grow basis-60">
            <p className="font-semibold break-words">{group.name}</p>
            <p className="text-table break-words text-ink-2">
              {names.get(group.fontId)}
              {group.languages.map(({ language, font }) => ` · ${nameOf(language)}: ${names.get(font) ?? ""}`)}
            </p>
            <p className="text-table break-words text-ink-2">
              <Code>{flagOf(group)}</Code> {t("fonts.strings", { count: use.get(group.name) ?? 0 })}
            </p>
          </div>
          {edits ? (
            <>
              <LinkButton
                href={`${home}?group=${group.id}#group`}
                small
                label={t("fonts.changeGroup", { group: group.name })}
              >
                {t("fonts.edit")}
              </LinkButton>
              <AskFirst
                action={dropGroup.bind(null, slug, group.id)}
                open={t("common.remove")}
                label={t("fonts.removeGroup", { group: group.name })}
                question={t("fonts.removeGroupHint", { count: use.get(group.name) ?? 0 })}
              />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Makes a group, or changes one. */
export function GroupForm({
  slug,
  group,
  fonts,
  languages,
  strings,
}: {
  slug: string;
  group: FontGroupRow | undefined;
  fonts: readonly FontRow[];
  languages: Languages;
  /** How many strings name the group. */
  strings: number;
}) {
  const t = useTexts();
  const choices = fonts.map((font) => ({ value: String(font.id), label: fontName(font) }));
  const title = group ? t("fonts.changeGroup", { group: group.name }) : t("fonts.newGroup");
  const rows = [...(group?.languages ?? []), ...Array.from({ length: MORE_ROWS }, () => undefined)];
  return (
    <ActionForm action={saveGroup.bind(null, slug, group?.id ?? null)} className="panel grid gap-4 p-4" label={title}>
      <h3 className="font-semibold break-words">{title}</h3>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field
          label={t("common.name")}
          name="name"
          defaultValue={group?.name}
          maxLength={100}
          required
          hint={t("fonts.groupNameHint")}
        />
        <Select
          label={t("fonts.defaultFont")}
          name="font"
          id="group-font"
          choices={choices}
          defaultValue={String(group?.fontId ?? fonts[0]?.id ?? "")}
          hint={t("fonts.defaultFontHint")}
        />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{t("fonts.ofLanguages")}</legend>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a form have no other name
          <div key={at} className="grid gap-3 sm:grid-cols-2">
            <Select
              label={t("fonts.languageNumber", { number: String(at + 1) })}
              name={`languages.${at}.language`}
              choices={[
                { value: "", label: t("fonts.noLanguage") },
                ...languages.map((row) => languageChoice(row, { label: `${row.name} (${row.code})` })),
              ]}
              defaultValue={row?.language ?? ""}
            />
            <Select
              label={t("fonts.fontNumber", { number: String(at + 1) })}
              name={`languages.${at}.font`}
              choices={choices}
              defaultValue={String(row?.font ?? fonts[0]?.id ?? "")}
            />
          </div>
        ))}
        {group ? <p className="text-table text-ink-2">{t("fonts.moreRows")}</p> : null}
      </fieldset>
      {strings > 0 ? <p className="text-ink-2">{t("fonts.recheck", { count: strings })}</p> : null}
      <div>
        <Submit>{group ? t("common.save") : t("fonts.createGroup")}</Submit>
      </div>
    </ActionForm>
  );
}
