import { z } from "zod";
import type { TextKey } from "#texts";
import { checkbox, integer, text } from "@/app/ui/answer-form";
import type { ProjectInput } from "@/lib/domain/projects/projects";

/** The id of a language that is shown beside the source, empty for none. */
export const secondaryLanguage = text(9).refine(
  (id) => /^\d*$/.test(id),
  "projectSettings.secondaryLanguage.unknown" satisfies TextKey,
);

/** The form of a project's settings; names are the API's. */
export const projectSchema = z.object({
  name: text(200),
  slug: text(100),
  web: text(300),
  instructions: text(20_000),
  access_control: integer(0),
  commit_policy: integer(0),
  translation_review: checkbox,
  source_review: checkbox,
  source_edits_by_members: checkbox,
  four_eyes: checkbox,
  enforced_2fa: checkbox,
  set_language_team: checkbox,
  enable_hooks: checkbox,
  hook_secret: text(200),
  drop_hook_secret: checkbox,
  language_aliases: text(2000),
  check_flags: text(10_000),
  secondary_language: secondaryLanguage,
  use_shared_tm: checkbox,
  contribute_shared_tm: checkbox,
});

export function projectValues(given: z.output<typeof projectSchema>): Partial<ProjectInput> {
  return {
    name: given.name,
    slug: given.slug.trim(),
    web: given.web.trim(),
    instructions: given.instructions,
    accessControl: given.access_control,
    commitPolicy: given.commit_policy,
    translationReview: given.translation_review,
    sourceReview: given.source_review,
    sourceEditsByMembers: given.source_edits_by_members,
    fourEyes: given.four_eyes,
    enforced2fa: given.enforced_2fa,
    setLanguageTeam: given.set_language_team,
    enableHooks: given.enable_hooks,
    hookSecret: given.drop_hook_secret ? "" : given.hook_secret.trim() || undefined,
    useSharedTm: given.use_shared_tm,
    contributeSharedTm: given.contribute_shared_tm,
    languageAliases: given.language_aliases.trim(),
    secondaryLanguageId: given.secondary_language === "" ? null : Number(given.secondary_language),
    checkFlags: given.check_flags.trim(),
  };
}

/** Names of the settings that the form shows; a secret never is. */
export const SHOWN_SETTINGS = Object.keys(projectValues(projectSchema.parse({}))).filter(
  (name): name is Exclude<keyof ProjectInput, "hookSecret"> => name !== "hookSecret",
);
