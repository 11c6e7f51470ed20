import type { Texts } from "#texts";
import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import { codeHostKind } from "@/app/ui/code-host-words";
import { Field } from "@/app/ui/field";
import { getTexts } from "@/app/ui/page-texts";
import { RadioGroup } from "@/app/ui/radio-group";
import { Select } from "@/app/ui/select";
import { Setting } from "@/app/ui/settings/setting";
import type { ComponentRow } from "@/lib/domain/components/components";
import { CODE_HOST_KINDS, kindsWithAccount, mergesRequests, OTHER_SYSTEMS } from "@/lib/domain/requests/accounts";
import { MASK } from "@/lib/domain/secrets";
import { maskedAddresses } from "@/lib/domain/working-copy/stored-address";
import { CLASH_RULES } from "@/lib/text/codes";
import type { Follow } from "./follow";

const STYLES = [
  { value: "rebase", label: "componentSettings.mergeStyle.rebase", hint: "componentSettings.mergeStyle.rebaseHint" },
  { value: "merge", label: "componentSettings.mergeStyle.merge", hint: "componentSettings.mergeStyle.mergeHint" },
  { value: "merge_noff", label: "componentSettings.mergeStyle.mergeNoff" },
] as const;

/** A hint, and where a password is stored with the address, what stands for it and how it is removed. */
const withStored = (t: Texts, hint: string, address: string) =>
  address.includes(MASK) ? `${hint} ${t("componentSettings.storedPassword")}` : hint;

/** Ways of pushing that are offered: requests where there is an account for them, and the one that is set. */
async function ways(t: Texts, set: string) {
  const hosts = await kindsWithAccount();
  const kinds = [...CODE_HOST_KINDS, ...OTHER_SYSTEMS].filter(
    ({ id }) => id === set || hosts.some((host) => host.id === id),
  );
  return [
    { value: "git", label: t("wizard.vcs.git") },
    { value: "git-force-push", label: t("wizard.vcs.force") },
    ...kinds.map((kind) => ({ value: kind.id, label: codeHostKind(t, kind) })),
  ];
}

export async function RepositoryFields({ component, follow }: { component: ComponentRow; follow: Follow }) {
  const t = await getTexts();
  const { repository, linkedPlace } = component;
  const addresses = await maskedAddresses(component.repositoryId);
  const local = repository.vcs === "local";
  return (
    <>
      {linkedPlace ? (
        <Callout tone="info">
          {t("componentSettings.sharedRepository", {
            projectSlug: linkedPlace.projectSlug,
            componentSlug: linkedPlace.componentSlug,
          })}
        </Callout>
      ) : null}
      <fieldset disabled={linkedPlace !== null} className="grid gap-4">
        <legend className="sr-only">{t("common.repository")}</legend>
        <Setting name="repo">
          <Field
            label={t("common.repository")}
            name="repo"
            defaultValue={addresses.url}
            dir="ltr"
            spellCheck={false}
            disabled={local}
            hint={
              local
                ? t("componentSettings.repo.hint")
                : withStored(t, t("componentSettings.repo.tested"), addresses.url)
            }
          />
        </Setting>
        {local ? null : (
          <Setting name="vcs">
            <Select
              label={t("componentSettings.vcs.label")}
              name="vcs"
              choices={await ways(t, repository.vcs)}
              defaultValue={repository.vcs}
              hint={t("componentSettings.vcs.hint")}
            />
          </Setting>
        )}
        <Setting name="branch">
          <Field
            label={t("common.branch")}
            name="branch"
            defaultValue={repository.branch}
            dir="ltr"
            spellCheck={false}
          />
        </Setting>
        <Setting name="push">
          <Field
            label={t("common.pushAddress")}
            name="push"
            defaultValue={addresses.push}
            dir="ltr"
            spellCheck={false}
            aside={t("common.optional")}
            hint={withStored(t, t("componentSettings.push.hint"), addresses.push)}
          />
        </Setting>
        <Setting name="push_branch">
          <Field
            label={t("common.pushBranch")}
            name="push_branch"
            defaultValue={repository.pushBranch}
            dir="ltr"
            spellCheck={false}
            aside={t("common.optional")}
            hint={t("componentSettings.pushBranch.hint")}
          />
        </Setting>
        <Setting name="merge_style">
          <RadioGroup
            label={t("componentSettings.mergeStyle.label")}
            name="merge_style"
            choices={STYLES.map((style) => ({
              value: style.value,
              label: t(style.label),
              hint: "hint" in style ? t(style.hint) : undefined,
            }))}
            defaultValue={repository.mergeStyle}
          />
          {follow("mergeStyle")}
        </Setting>
        <Setting name="push_on_commit">
          <Checkbox
            name="push_on_commit"
            label={t("componentSettings.pushOnCommit.label")}
            defaultChecked={repository.pushOnCommit}
          />
          {follow("pushOnCommit")}
        </Setting>
        <Setting name="commit_pending_age">
          <Field
            label={t("componentSettings.commitPendingAge.label")}
            name="commit_pending_age"
            type="number"
            min={0}
            max={2160}
            defaultValue={repository.commitPendingAge}
            hint={t("componentSettings.commitPendingAge.hint")}
          />
          {follow("commitPendingAge")}
        </Setting>
        <Setting name="auto_lock_error">
          <Checkbox
            name="auto_lock_error"
            label={t("componentSettings.autoLockError.label")}
            defaultChecked={repository.autoLockError}
            hint={t("componentSettings.autoLockError.hint")}
          />
          {follow("autoLockError")}
        </Setting>
        {mergesRequests(repository.vcs) ? (
          <Setting name="auto_merge">
            <Checkbox
              name="auto_merge"
              label={t("componentSettings.autoMerge.label")}
              defaultChecked={repository.autoMerge}
              hint={t("componentSettings.autoMerge.hint")}
            />
          </Setting>
        ) : null}
      </fieldset>
      <Setting name="clash_rule">
        <RadioGroup
          label={t("componentSettings.clashRule.label")}
          name="clash_rule"
          choices={CLASH_RULES.map((rule) => ({
            value: rule,
            label: t(`componentSettings.clashRule.${rule}`),
            hint: t(`componentSettings.clashRule.${rule}Hint`),
          }))}
          defaultValue={component.clashRule}
        />
        {follow("clashRule")}
      </Setting>
      <Setting name="git_export">
        <Field
          label={t("componentSettings.gitExport.label")}
          name="git_export"
          defaultValue={component.gitExport}
          dir="ltr"
          spellCheck={false}
          aside={t("common.optional")}
          hint={t("componentSettings.gitExport.hint")}
        />
      </Setting>
      <Setting name="repoweb">
        <Field
          label={t("componentSettings.repoweb.label")}
          name="repoweb"
          defaultValue={component.repoweb}
          dir="ltr"
          spellCheck={false}
          aside={t("common.optional")}
          hint={t("componentSettings.repoweb.hint", {
            filename: "{{ filename }}",
            line: "{{ line }}",
            branch: "{{ branch }}",
          })}
        />
        {follow("repoweb")}
      </Setting>
      <Setting name="report_source_bugs">
        <Field
          label={t("componentSettings.reportSourceBugs.label")}
          name="report_source_bugs"
          type="email"
          defaultValue={component.reportSourceBugs}
          aside={t("common.optional")}
        />
        {follow("reportSourceBugs")}
      </Setting>
    </>
  );
}
