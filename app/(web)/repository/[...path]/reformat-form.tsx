import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Code } from "@/app/ui/code";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { denial } from "@/lib/domain/access/demand";
import { type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import { reformatOutlook } from "@/lib/domain/integrate/reformat";
import { reformat } from "./actions";

/** Whole files in the shape of the component's parameters: what will act is said before it is done. */
export function ReformatForm({ component, actor }: { component: ComponentRow; actor: Actor }) {
  const t = useTexts();
  const outlook = reformatOutlook(component);
  const denied = denial(actor, "component.edit", scopeOf(component))?.text;
  const off = denied ?? ("why" in outlook ? outlook.why : undefined);
  return (
    <Section title={t("repository.reformatTitle")} id="reformat">
      <p className="mb-3 text-table text-ink-2">
        {off === undefined ? (
          t.rich("repository.reformatAbout", {
            component: component.name,
            params: () =>
              outlook.acting.map((name, index) => (
                <span key={name}>
                  {index === 0 ? null : ", "}
                  <Code>{`${name}: ${String(component.fileFormatParams[name])}`}</Code>
                </span>
              )),
          })
        ) : (
          <span id="off-reformat">{off}</span>
        )}
      </p>
      <ActionForm action={reformat.bind(null, component.id)} label={t("repository.reformatTitle")}>
        <Submit kind="secondary" disabled={off !== undefined} aria-describedby={off ? "off-reformat" : undefined}>
          {t("repository.reformatFiles")}
        </Submit>
      </ActionForm>
    </Section>
  );
}
