import { Code } from "@/app/ui/code";
import { CodeBlock } from "@/app/ui/code-block";
import { Facts } from "@/app/ui/facts";
import type { Actor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { addressOf, type ComponentRow, placeOf } from "@/lib/domain/components/components";
import { withoutCredentials } from "@/lib/text/addresses";
import { formatName } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";

/** What a component is made of: files, format, licence, address for clients. */
export function ComponentDetails({ component, actor }: { component: ComponentRow; actor: Actor }) {
  const views = can(actor, "vcs.view", placeOf(component));
  return (
    <details className="panel mt-6">
      <summary className="flex min-h-11 list-none items-center px-4 font-medium">About this component</summary>
      <div className="grid gap-4 border-t border-line p-4">
        <Facts
          facts={[
            ["Format", formatName(component.fileFormat) ?? component.fileFormat],
            ["Files", <Code key="mask">{component.filemask}</Code>],
            ["Base file", component.template ? <Code key="template">{component.template}</Code> : ""],
            ["For new languages", component.newBase ? <Code key="base">{component.newBase}</Code> : ""],
            ["Source language", component.sourceLanguage.name],
            [
              "Repository",
              views && component.repository.vcs !== "local" ? (
                <Code key="url">{withoutCredentials(component.repository.url)}</Code>
              ) : (
                ""
              ),
            ],
            ["Licence", component.license || "none set"],
            ["Flags", component.checkFlags ? <Code key="flags">{component.checkFlags}</Code> : ""],
          ]}
        />
        <div>
          <p className="mb-1 text-table text-ink-2">The same through the API</p>
          <CodeBlock text={`curl ${urls.component(addressOf(component)).api}`} />
        </div>
      </div>
    </details>
  );
}
