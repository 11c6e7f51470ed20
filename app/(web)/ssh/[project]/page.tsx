import { ActionForm } from "@/app/ui/action-form";
import { projectsCrumb } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { findProject } from "@/lib/domain/projects/projects";
import { keyInUse } from "@/lib/domain/ssh/keys";
import { openpgpKey } from "@/lib/domain/ssh/openpgp";
import { signsCommits } from "@/lib/domain/ssh/signing";
import { urls } from "@/lib/urls";
import { KeyPanel } from "../key-panel";
import { dropKey, dropOpenpgp, renewKey, renewOpenpgp, setSigning } from "./actions";

export const generateMetadata = titledPlace("ssh.crumb");

/** The SSH key of a project. */
export default async function ProjectSshPage({ params }: { params: Promise<{ project: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const project = await findProject(actor, (await params).project);
    const key = await keyInUse(actor, project);
    const signs = await signsCommits(actor, project);
    const openpgp = await openpgpKey(actor, project);
    const links = urls.project(project.slug);
    return (
      <Page
        title={t("ssh.projectTitle", { project: project.name })}
        crumbs={[
          projectsCrumb(t),
          { label: project.name, href: path(links.web) },
          { label: t("common.settings"), href: path(links.settings) },
          { label: t("ssh.crumb") },
        ]}
        lead={t("ssh.projectLead")}
      >
        <div className="grid gap-4">
          <p>{key.own ? t("ssh.ownKey") : t("ssh.sharedKey")}</p>
          <KeyPanel view={key} />
          <ActionForm action={renewKey.bind(null, project.slug)} label={t("ssh.own")}>
            <Submit kind="secondary">{key.own ? t("ssh.renew") : t("ssh.makeOwn")}</Submit>
            <p className="mt-2 text-table text-ink-2">{key.own ? t("ssh.renewHint") : t("ssh.makeOwnHint")}</p>
          </ActionForm>
          {key.own ? (
            <ActionForm action={dropKey.bind(null, project.slug)} label={t("ssh.drop")}>
              <Submit kind="danger">{t("ssh.drop")}</Submit>
              <p className="mt-2 text-table text-ink-2">{t("ssh.dropHint")}</p>
            </ActionForm>
          ) : null}
          <section className="grid gap-2 border-line border-t pt-4">
            <h2 className="text-h2 font-semibold">{t("ssh.signing")}</h2>
            <p className="text-ink-2">{t("ssh.signingLead")}</p>
            <p>{signs ? t("ssh.signs") : t("ssh.signsNot")}</p>
            <ActionForm action={setSigning.bind(null, project.slug, !signs)} label={t("ssh.signing")}>
              <Submit kind="secondary">{signs ? t("ssh.signNot") : t("ssh.sign")}</Submit>
            </ActionForm>
            <h3 className="pt-2 font-semibold">{t("ssh.openpgp")}</h3>
            <p className="text-ink-2">{openpgp ? t("ssh.openpgpInUse") : t("ssh.openpgpLead")}</p>
            {openpgp ? <KeyPanel view={openpgp} /> : null}
            <ActionForm action={renewOpenpgp.bind(null, project.slug)} label={t("ssh.openpgp")}>
              <Submit kind="secondary">{openpgp ? t("ssh.renew") : t("ssh.openpgpMake")}</Submit>
            </ActionForm>
            {openpgp ? (
              <ActionForm action={dropOpenpgp.bind(null, project.slug)} label={t("ssh.openpgpDrop")}>
                <Submit kind="danger">{t("ssh.openpgpDrop")}</Submit>
              </ActionForm>
            ) : null}
          </section>
        </div>
      </Page>
    );
  });
}
