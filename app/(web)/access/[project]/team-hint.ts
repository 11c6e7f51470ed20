import type { Texts } from "#texts";
import { teamName } from "@/app/ui/built-in-names";
import { mayDo } from "@/app/ui/permission-areas";
import type { ProjectTeam } from "@/lib/domain/projects/members";

/** What a team gives, in a sentence or two: what it may do, in which languages, in how many components. */
export function teamHint(t: Texts, team: ProjectTeam): string {
  const limits = [
    ...(team.allLanguages
      ? []
      : [
          team.languages.length > 0
            ? t("access.languagesOnly", { languages: team.languages.join(", ") })
            : t("access.noLanguages"),
        ]),
    ...(team.components > 0 ? [t("access.componentsOnly", { count: team.components })] : []),
  ];
  return [mayDo(t, team.permissions), ...limits].join(" ");
}

/** Teams as choices of a form, none of them chosen. */
export const teamChoices = (t: Texts, teams: readonly ProjectTeam[]) =>
  teams.map((team) => ({ value: String(team.id), label: teamName(t, team.name), hint: teamHint(t, team) }));
