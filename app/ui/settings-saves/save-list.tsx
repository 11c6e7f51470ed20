import { type TextKey, type Texts, useTexts } from "#texts";
import { addonWords } from "@/app/ui/addon-words";
import { roleName, teamName } from "@/app/ui/built-in-names";
import { CAUSES } from "@/app/ui/change-line";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { serviceWords } from "@/app/ui/machinery-words";
import { RelativeTime } from "@/app/ui/relative-time";
import { findAddonType } from "@/lib/domain/addons/registry";
import { isAccount } from "@/lib/domain/settings/record-account";
import type { SaveAct } from "@/lib/domain/settings/record-saves";
import type { ListedSave } from "@/lib/domain/undo/saved-settings";
import { FieldChange } from "./field-change";
import { fieldLabel } from "./field-texts";

const ACTS: Readonly<Record<Exclude<SaveAct, "save">, TextKey>> = {
  many: "settingsSaves.act.many",
  above: "settingsSaves.act.above",
  upstream: "settingsSaves.act.upstream",
  undo: "settingsSaves.act.undo",
  revert: "settingsSaves.act.revert",
};

/** Saves of settings, newest first: who, when, what each changed, and the way to put it back. */
export function SaveList({
  rows,
  revertHref,
  operations,
}: {
  rows: readonly ListedSave[];
  revertHref: (id: number) => string;
  /** The page on which operations of the component are taken back. */
  operations: string | undefined;
}) {
  const t = useTexts();
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li key={row.id} id={`save-${row.id}`} className="panel flex flex-wrap items-start justify-between gap-3 p-4">
          <div className="min-w-0 flex-1 basis-72">
            <p className="text-table text-ink-2">
              <bdi className="font-medium text-ink">{row.fullName || row.username || "Loquat"}</bdi> ·{" "}
              <RelativeTime at={row.at} />
              {ways(t, row).map((way) => (
                <span key={way}> · {way}</span>
              ))}
            </p>
            {topicText(t, row) ? <p className="mt-1 font-medium">{topicText(t, row)}</p> : null}
            <ul className="mt-2 grid gap-1">
              {row.fields.map(({ name, ...values }) => (
                <li key={name} className="min-w-0 break-words">
                  <span className="text-ink-2">{fieldLabel(t, row, name)}: </span>
                  <FieldChange name={name} {...values} />
                </li>
              ))}
            </ul>
            {row.operationId && operations ? (
              <p className="mt-2 text-table">
                <a className="link inline-flex min-h-6 items-center" href={operations}>
                  {t("settingsSaves.operation")}
                </a>
              </p>
            ) : null}
          </div>
          {canBePutBack(row) ? (
            <LinkButton small href={revertHref(row.id)} label={revertName(t, row)}>
              {t("settingsSaves.revert")}
            </LinkButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Whether there is anything to put back: not of secrets, nor of an account that was removed, as what let Loquat in is gone. */
const canBePutBack = ({ topic, fields }: ListedSave): boolean =>
  fields.some(({ masked }) => !masked) &&
  !(isAccount(topic) && fields.some(({ name, before }) => name === "exists" && before === true));

/** The full name of a link, as one list has many with the same words. */
const revertName = (t: Texts, save: ListedSave): string =>
  t("settingsSaves.revertNamed", { fields: save.fields.map(({ name }) => fieldLabel(t, save, name)).join(", ") });

/** By which way the settings were saved, where it was not their own form. */
function ways(t: Texts, { act, cause, copiedFrom, putBack }: ListedSave): string[] {
  const through = cause === "person" ? undefined : CAUSES[cause];
  return [
    ...(act === "save" ? [] : [t(ACTS[act])]),
    ...(through ? [t(through)] : []),
    ...(copiedFrom ? [t("settingsSaves.copiedFrom", { component: copiedFrom })] : []),
    ...(putBack ? [t("settingsSaves.putBack")] : []),
  ];
}

/** What the settings are of, where it is not the place itself. */
export function topicText(
  t: Texts,
  { topic, languageName, subject }: Pick<ListedSave, "topic" | "languageName" | "subject">,
) {
  if (topic === "addon") return addonName(t, subject);
  if (topic === "team") return t("settingsSaves.team", { team: teamName(t, subject) });
  if (topic === "role") return t("settingsSaves.role", { role: roleName(t, subject) });
  if (topic === "service") return t("settingsSaves.service", { service: serviceWords(t, subject) });
  if (topic === "code-host") return t("settingsSaves.codeHost", { host: subject });
  if (topic === "http-account") return t("settingsSaves.httpAccount", { place: subject });
  if (topic === "defaults") return t("defaults.title");
  if (topic === "workflow") return t("workflows.of", { language: languageNames(t).of(languageName ?? "") });
  if (topic === "registration") return t("manage.accounts");
  return topic === "appearance" ? t("manage.appearance.title") : undefined;
}

function addonName(t: Texts, id: string): string {
  const addon = findAddonType(id);
  return addon ? addonWords(t, addon).name : id;
}
