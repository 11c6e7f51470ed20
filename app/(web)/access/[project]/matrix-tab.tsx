import { Check, Contrast, Minus } from "lucide-react";
import { teamName } from "@/app/ui/built-in-names";
import { Callout } from "@/app/ui/callout";
import { Cell } from "@/app/ui/cell";
import { getTexts, useTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { permissionWords } from "@/lib/domain/access/denial-words";
import type { Explanation, Verdict } from "@/lib/domain/access/explain";
import { accessMatrix, MATRIX, type MatrixTeam } from "@/lib/domain/projects/access-matrix";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { chainText } from "./chain-text";

const LOOKS: Readonly<Record<Verdict, { icon: typeof Check; colour: string }>> = {
  yes: { icon: Check, colour: "text-approved" },
  partly: { icon: Contrast, colour: "text-needs" },
  no: { icon: Minus, colour: "text-ink-3" },
};

/** Who can do what: a row for each team, a cell for each thing to do, each with its reason. */
export async function MatrixTab({
  project,
  team,
  permission,
}: {
  project: ProjectRow;
  team: string;
  permission: string;
}) {
  const t = await getTexts();
  const rows = await accessMatrix(await currentActor(), project);
  const asked = rows.find(({ id }) => String(id) === team);
  const why = asked?.permissions.find((one) => one.permission === permission);
  return (
    <Section title={t("access.matrix")} lead={t("access.matrixLead")}>
      <div id="why" className="mb-4">
        {asked && why ? (
          <Callout
            title={t("access.whyTitle", {
              team: teamName(t, asked.name),
              permission: permissionWords(t, why.permission),
            })}
          >
            {t(`access.verdict.${why.verdict}`)}: {chainText(t, why)}
          </Callout>
        ) : null}
      </div>
      <Table
        label={t("access.matrix")}
        columns={[
          { label: t("access.team.label") },
          ...MATRIX.map((codename) => ({ label: t(`access.column.${columnOf(codename)}`) })),
        ]}
      >
        {rows.map((row) => (
          <tr key={row.id} className="hover:bg-sunken">
            <Cell head className="sticky start-0 bg-surface">
              <a className="name-link break-words" href={path(urls.teamPage(row.id))}>
                <bdi>{teamName(t, row.name)}</bdi>
              </a>
              <span className="block text-meta text-ink-3">
                {[
                  row.visitors ? t("access.visitors") : t("access.members", { count: row.people }),
                  ...(row.own ? [] : [t("access.siteWide")]),
                ].join(", ")}
              </span>
            </Cell>
            {row.permissions.map((one) => (
              <Cell key={one.permission}>
                <WhyLink slug={project.slug} row={row} one={one} />
              </Cell>
            ))}
          </tr>
        ))}
      </Table>
      <p className="mt-3 text-table text-ink-2">{t("access.matrixPeople")}</p>
    </Section>
  );
}

/** Names of columns; keys of messages hold no dots. */
const columnOf = (codename: (typeof MATRIX)[number]) => COLUMNS[codename];
const COLUMNS = {
  "suggestion.add": "suggest",
  "unit.edit": "edit",
  "unit.review": "review",
  "upload.perform": "upload",
  "vcs.commit": "commit",
  "vcs.push": "push",
  "project.edit": "settings",
  "project.permissions": "members",
} as const satisfies Record<(typeof MATRIX)[number], string>;

function WhyLink({ slug, row, one }: { slug: string; row: MatrixTeam; one: Explanation }) {
  const t = useTexts();
  const { icon: Icon, colour } = LOOKS[one.verdict];
  const address = path(
    urls.project(slug).accessTab({ tab: "matrix", team: String(row.id), permission: one.permission }),
  );
  return (
    <a
      href={`${address}#why`}
      aria-label={t("access.whyLink", {
        team: teamName(t, row.name),
        permission: permissionWords(t, one.permission),
        verdict: t(`access.verdict.${one.verdict}`),
      })}
      className={`inline-flex size-8 items-center justify-center rounded-control hover:bg-surface ${colour}`}
    >
      <Icon aria-hidden size={18} />
    </a>
  );
}
