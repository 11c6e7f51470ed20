import { useTexts } from "#texts";
import { Code } from "@/app/ui/code";
import { CodeBlock } from "@/app/ui/code-block";
import { DefinitionList } from "@/app/ui/definition-list";
import type { Actor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { addressOf, type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import { withoutCredentials } from "@/lib/text/addresses";
import { formatName } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";

/** What a component is made of: files, format, licence, address for clients. */
export function ComponentDetails({ component, actor }: { component: ComponentRow; actor: Actor }) {
  const t = useTexts();
  const views = can(actor, "vcs.view", scopeOf(component));
  return (
    <details className="panel mt-6">
      <summary className="flex min-h-11 list-none items-center px-4 font-medium">{t("component.about")}</summary>
      <div className="grid gap-4 border-t border-line p-4">
        <DefinitionList
          facts={[
            [t("common.format"), formatName(component.fileFormat) ?? component.fileFormat],
            [t("component.details.files"), <Code key="mask">{component.filemask}</Code>],
            [t("common.baseFile"), component.template ? <Code key="template">{component.template}</Code> : ""],
            [t("common.newBase"), component.newBase ? <Code key="base">{component.newBase}</Code> : ""],
            [t("common.sourceLanguage"), component.sourceLanguage.name],
            [
              t("common.repository"),
              views && component.repository.vcs !== "local" ? (
                <Code key="url">{withoutCredentials(component.repository.url)}</Code>
              ) : (
                ""
              ),
            ],
            [t("common.licence"), component.license || t("component.details.noLicence")],
            [t("component.details.flags"), component.checkFlags ? <Code key="flags">{component.checkFlags}</Code> : ""],
          ]}
        />
        <div>
          <p className="mb-1 text-table text-ink-2">{t("component.viaApi")}</p>
          <CodeBlock text={`curl ${urls.component(addressOf(component)).api}`} />
        </div>
      </div>
    </details>
  );
}
