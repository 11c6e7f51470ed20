import { ACCESS_LEVELS } from "@/app/ui/access-levels";
import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { path } from "@/app/ui/paths";
import { RadioGroup } from "@/app/ui/radio-group";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { SettingsLayout } from "@/app/ui/settings-layout";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { can, demand } from "@/lib/domain/access/demand";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { type LanguageInUse, listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { ACCESS } from "@/lib/text/codes";
import { urls } from "@/lib/urls";
import { dropProject, saveProject } from "./actions";
import { RemoveForm } from "./remove-form";

const POLICIES = [
  { value: "0", label: "Every translation" },
  { value: "20", label: "Only those that do not need editing" },
  { value: "30", label: "Only approved ones" },
];

const choiceOf = ({ id, name, code }: LanguageInUse) => ({ value: String(id), label: `${name} (${code})` });

/** Settings of a project, all in one form. */
export async function ProjectSettings({ project }: { project: ProjectRow }) {
  const actor = await currentActor();
  demand(actor, "project.edit", { project });
  const languages = await listLanguagesInUse(true);
  const home = path(urls.project(project.slug).web);
  const groups = [
    {
      id: "basics",
      title: "Basics",
      children: (
        <>
          <Field label="Name" name="name" defaultValue={project.name} maxLength={60} required />
          <Field
            label="Slug"
            name="slug"
            defaultValue={project.slug}
            maxLength={60}
            required
            dir="ltr"
            hint="Changing it changes all addresses of the project."
          />
          <Field label="Website" name="web" type="url" defaultValue={project.web} aside="optional" />
          <TextArea
            label="Instructions for translators"
            name="instructions"
            defaultValue={project.instructions}
            rows={5}
            aside="optional"
          />
        </>
      ),
    },
    {
      id: "access",
      title: "Access",
      lead: "Who sees the project. Teams and members have a page of their own.",
      children: (
        <>
          <RadioGroup
            label="Who may see it"
            name="access_control"
            choices={ACCESS_LEVELS}
            defaultValue={String(project.accessControl)}
          />
          {can(actor, "project.permissions", { project }) ? (
            <div>
              <LinkButton href={`/access/${encodeURIComponent(project.slug)}/`}>Teams, members and tokens</LinkButton>
            </div>
          ) : (
            <input type="hidden" name="access_control" value={project.accessControl} />
          )}
        </>
      ),
    },
    {
      id: "workflow",
      title: "Workflow",
      children: (
        <>
          <Checkbox
            name="translation_review"
            label="Translations are reviewed"
            defaultChecked={project.translationReview}
            hint="Adds the state approved and a team that may give it."
          />
          <Checkbox name="source_review" label="Source strings are reviewed" defaultChecked={project.sourceReview} />
          <Select
            label="What is committed"
            name="commit_policy"
            choices={POLICIES}
            defaultValue={String(project.commitPolicy)}
          />
          <Checkbox
            name="use_shared_tm"
            label="Offer translations that other projects share"
            defaultChecked={project.useSharedTm}
          />
          <Checkbox
            name="contribute_shared_tm"
            label="Share this project's translations with others"
            defaultChecked={project.contributeSharedTm}
            hint="Everybody with an account here may be offered these texts."
          />
          <Checkbox
            name="set_language_team"
            label="Name Loquat as the language team in file headers"
            defaultChecked={project.setLanguageTeam}
          />
          <Checkbox
            name="enable_hooks"
            label="Update when a code host tells of a push"
            defaultChecked={project.enableHooks}
          />
          <Field
            label="Secret of notifications"
            name="hook_secret"
            type="password"
            autoComplete="new-password"
            aside={project.hookSecretSet ? "set" : project.accessControl >= ACCESS.PRIVATE ? "advised" : "optional"}
            dir="ltr"
            hint={
              project.hookSecretSet
                ? "Only notifications signed with it count. Type a new one to replace it."
                : project.accessControl >= ACCESS.PRIVATE
                  ? "Without a secret anybody can make this private project pull, though nobody is told that it exists. Enter the same secret at the code host: then only its signed notifications count."
                  : "Enter the same secret at the code host: then only its signed notifications count."
            }
          />
          {project.hookSecretSet && <Checkbox name="drop_hook_secret" label="Take the secret away" />}
          <Select
            label="Language beside the source"
            name="secondary_language"
            choices={[{ value: "", label: "None" }, ...languages.map(choiceOf)]}
            defaultValue={String(project.secondaryLanguageId ?? "")}
            hint="Translators see its translation with the source. Everybody can choose more in their profile."
          />
          <Field
            label="Language aliases"
            name="language_aliases"
            defaultValue={project.languageAliases}
            aside="optional"
            dir="ltr"
            hint="Pairs like en_GB:en, separated by commas: the code in the repository, then the language it means."
          />
          <Field
            label="Flags of all strings"
            name="check_flags"
            defaultValue={project.checkFlags}
            aside="optional"
            dir="ltr"
            hint="Separated by commas, as python-format or ignore-end-stop. Components, languages and strings can add their own."
          />
        </>
      ),
    },
  ];
  return (
    <Page
      title={`Settings of ${project.name}`}
      crumbs={[{ label: "Projects", href: "/projects/" }, { label: project.name, href: home }, { label: "Settings" }]}
      actions={
        <>
          <LinkButton href={path(urls.project(project.slug).addons)}>Add-ons</LinkButton>
          <LinkButton href={`/machinery/${encodeURIComponent(project.slug)}/`}>Automatic suggestions</LinkButton>
          <LinkButton href={`/memory/${encodeURIComponent(project.slug)}/`}>Translation memory</LinkButton>
        </>
      }
    >
      <ActionForm action={saveProject.bind(null, project.slug)} label="Settings">
        <SettingsLayout groups={groups} save={<Submit>Save the settings</Submit>} />
      </ActionForm>
      <RemoveForm
        action={dropProject.bind(null, project.slug)}
        name={project.name}
        slug={project.slug}
        what="Its components, strings, history and tokens go with it. Repositories elsewhere are not touched."
      />
    </Page>
  );
}
