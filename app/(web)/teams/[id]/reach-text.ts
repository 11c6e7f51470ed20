import type { Texts } from "#texts";
import type { TeamReach } from "@/lib/domain/teams/team-list";

/** What a team reaches, as one sentence. */
export function reachText(t: Texts, { components, projects, languages, people }: TeamReach): string {
  const where =
    components === null
      ? t("team.reach.projects", { count: projects })
      : t("team.reach.components", { count: components, projects });
  const inLanguages =
    languages === null ? t("team.reach.allLanguages") : t("team.reach.languages", { count: languages });
  return t("team.reach.sentence", { where, languages: inLanguages, people: t("team.reach.people", { count: people }) });
}
