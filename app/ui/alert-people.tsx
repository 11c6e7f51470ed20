import { useTexts } from "#texts";
import { type AblePeople, type Need, needKey, whoMay } from "@/lib/domain/access/who-may";
import { urls } from "@/lib/urls";
import { ALERTS, type AlertText } from "./alert-texts";
import { path } from "./paths";
import { currentActor } from "./session";

/** People of each alert who are named. */
const MOST = 3;

interface Placed {
  kind: string;
  projectId: number;
  componentId: number | null;
}

/** What it takes to mend an alert. */
function needOf({ kind, projectId, componentId }: Placed): Need {
  const fix = (ALERTS as Readonly<Record<string, AlertText>>)[kind]?.fix;
  const permission =
    componentId === null ? "project.edit" : fix?.side === "repository" ? "vcs.update" : "component.edit";
  return { projectId, componentId, permission };
}

/** Who can mend each of some alerts, asked at once. */
export async function alertPeople(alerts: readonly Placed[]): Promise<(alert: Placed) => AblePeople | undefined> {
  const found = await whoMay(await currentActor(), alerts.map(needOf), MOST);
  return (alert) => found.get(needKey(needOf(alert)));
}

/** Names those who can mend an alert. */
export function AlertPeople({ able }: { able: AblePeople | undefined }) {
  const t = useTexts();
  if (!able) return null;
  if (able.people.length === 0) return <p className="mt-3 text-table text-ink-2">{t("alerts.fixedByAdmins")}</p>;
  return (
    <p className="mt-3 text-table break-words text-ink-2">
      {t.rich("alerts.fixedBy", {
        more: able.count - able.people.length,
        names: () =>
          able.people.map((person, at) => (
            <span key={person.username}>
              {at > 0 ? ", " : null}
              <a className="link" href={path(urls.user(person.username).web)}>
                <bdi>{person.fullName || person.username}</bdi>
              </a>
            </span>
          )),
      })}
    </p>
  );
}
