import { ActionForm } from "@/app/ui/action-form";
import { Cell } from "@/app/ui/cell";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { listProjects } from "@/lib/domain/projects/projects";
import { listPseudonyms } from "@/lib/domain/users/pseudonyms";
import type { UserRow } from "@/lib/domain/users/users";
import { urls } from "@/lib/urls";
import { choosePseudonym, dropPseudonym } from "./pseudonym-actions";

const MOST = 200;

/** Projects that are offered; others are entered by their slug. */
const MOST_PROJECTS = 500;

/** Names for single projects: what they are for, which there are, and a form that chooses one. */
export async function Pseudonyms({ user }: { user: UserRow }) {
  const t = await getTexts();
  const actor = await currentActor();
  const [{ rows }, projects] = await Promise.all([
    listPseudonyms(actor, user.username, { limit: MOST, offset: 0 }),
    listProjects(actor, { limit: MOST_PROJECTS, offset: 0 }),
  ]);
  return (
    <Section title={t("pseudonyms.title")} lead={t("pseudonyms.lead")} id="pseudonyms">
      <ul className="mb-4 grid max-w-[72ch] list-disc gap-1 ps-5 text-table">
        <li>{t("pseudonyms.used")}</li>
        <li>{t("pseudonyms.notUsed")}</li>
        <li>{t("pseudonyms.since")}</li>
      </ul>
      {rows.length > 0 ? (
        <div className="mb-4">
          <Table
            label={t("pseudonyms.title")}
            columns={[
              { label: t("common.project") },
              { label: t("pseudonyms.commitsSay") },
              { label: t("common.remove"), hidden: true },
            ]}
          >
            {rows.map((row) => (
              <tr key={row.projectSlug}>
                <Cell head>
                  <a className="name-link break-words" href={path(urls.project(row.projectSlug).web)}>
                    <bdi>{row.projectName}</bdi>
                  </a>
                </Cell>
                <Cell>
                  <bdi className="break-words">{row.name}</bdi>
                  <code dir="ltr" className="block font-mono text-meta break-all text-ink-2">
                    {row.address}
                  </code>
                </Cell>
                <Cell numeric>
                  <ActionForm
                    action={dropPseudonym.bind(null, row.projectSlug)}
                    label={t("pseudonyms.removeOf", { project: row.projectName })}
                  >
                    <Submit kind="secondary" small aria-label={t("pseudonyms.removeOf", { project: row.projectName })}>
                      {t("common.remove")}
                    </Submit>
                  </ActionForm>
                </Cell>
              </tr>
            ))}
          </Table>
        </div>
      ) : null}
      <ActionForm
        action={choosePseudonym}
        label={t("pseudonyms.choose")}
        className="panel grid max-w-[560px] gap-4 p-4"
      >
        <div>
          <Field
            label={t("common.project")}
            name="project"
            hint={t("pseudonyms.projectHint")}
            list="pseudonym-projects"
            maxLength={100}
            required
            autoComplete="off"
          />
          <datalist id="pseudonym-projects">
            {projects.rows.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </datalist>
        </div>
        <Field label={t("pseudonyms.name")} name="name" hint={t("pseudonyms.nameHint")} maxLength={80} required />
        <Checkbox name="own_address" label={t("pseudonyms.ownAddress")} hint={t("pseudonyms.ownAddressHint")} />
        <div>
          <Submit>{t("pseudonyms.choose")}</Submit>
        </div>
      </ActionForm>
    </Section>
  );
}
