import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { RadioGroup } from "@/app/ui/radio-group";
import type { ComponentRow } from "@/lib/domain/components/components";
import { MASK } from "@/lib/domain/secrets";
import { maskedAddresses } from "@/lib/domain/working-copy/stored-address";

const STYLES = [
  { value: "rebase", label: "Rebase", hint: "Our commits are made again on top of upstream's." },
  { value: "merge", label: "Merge", hint: "A merge commit where both sides moved." },
  { value: "merge_noff", label: "Merge, always with a merge commit" },
];

/** What stands for a stored password in an address, and how it is taken away. */
const STORED = "The asterisks stand for the stored user name and password. To remove them, put nothing before the @.";

export async function RepositoryFields({ component }: { component: ComponentRow }) {
  const { repository, linkedPlace } = component;
  const addresses = await maskedAddresses(component.repositoryId);
  const local = repository.vcs === "local";
  return (
    <>
      {linkedPlace ? (
        <Callout tone="info">
          This component shares the repository of {linkedPlace.projectSlug}/{linkedPlace.componentSlug}; change its
          address and merging there.
        </Callout>
      ) : null}
      <fieldset disabled={linkedPlace !== null} className="grid gap-4">
        <legend className="sr-only">Repository</legend>
        <Field
          label="Repository"
          name="repo"
          defaultValue={addresses.url}
          dir="ltr"
          spellCheck={false}
          disabled={local}
          hint={
            local
              ? "Kept here, without a remote repository."
              : `A change is tested before it is saved. ${addresses.url.includes(MASK) ? STORED : ""}`
          }
        />
        <Field label="Branch" name="branch" defaultValue={repository.branch} dir="ltr" spellCheck={false} />
        <Field
          label="Push address"
          name="push"
          defaultValue={addresses.push}
          dir="ltr"
          spellCheck={false}
          aside="optional"
          hint={`Empty: commits stay here until somebody fetches them. ${addresses.push.includes(MASK) ? STORED : ""}`}
        />
        <Field
          label="Push branch"
          name="push_branch"
          defaultValue={repository.pushBranch}
          dir="ltr"
          spellCheck={false}
          aside="optional"
          hint="Empty: the branch above."
        />
        <RadioGroup label="Merging" name="merge_style" choices={STYLES} defaultValue={repository.mergeStyle} />
        <Checkbox
          name="push_on_commit"
          label="Push as soon as something is committed"
          defaultChecked={repository.pushOnCommit}
        />
        <Field
          label="Commit after hours"
          name="commit_pending_age"
          type="number"
          min={0}
          max={2160}
          defaultValue={repository.commitPendingAge}
          hint="Edits older than this are committed by themselves."
        />
        <Checkbox
          name="auto_lock_error"
          label="Lock when the repository is in trouble"
          defaultChecked={repository.autoLockError}
          hint="Unlocked again by the next success."
        />
      </fieldset>
      <Field
        label="Source browser"
        name="repoweb"
        defaultValue={component.repoweb}
        dir="ltr"
        spellCheck={false}
        aside="optional"
        hint="Address of a file with {{ filename }}, {{ line }} and {{ branch }}."
      />
      <Field
        label="Report source bugs to"
        name="report_source_bugs"
        type="email"
        defaultValue={component.reportSourceBugs}
        aside="optional"
      />
    </>
  );
}
