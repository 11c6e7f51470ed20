import { ActionForm } from "@/app/ui/action-form";
import { Code } from "@/app/ui/code";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { denial } from "@/lib/domain/access/demand";
import { type ComponentRow, placeOf } from "@/lib/domain/components/components";
import { reformatOutlook } from "@/lib/domain/integrate/reformat";
import { reformat } from "./actions";

/** Whole files in the shape of the component's parameters: what will act is said before it is done. */
export function ReformatForm({ component, actor }: { component: ComponentRow; actor: Actor }) {
  const outlook = reformatOutlook(component);
  const denied = denial(actor, "component.edit", placeOf(component))?.text;
  const off = denied ?? ("why" in outlook ? outlook.why : undefined);
  return (
    <Section title="File layout" id="reformat">
      <p className="mb-3 text-table text-ink-2">
        {off === undefined ? (
          <>
            Waiting edits are committed, then every file of {component.name} is laid out anew in a commit of its own, as{" "}
            {outlook.acting.map((name, index) => (
              <span key={name}>
                {index === 0 ? null : index === outlook.acting.length - 1 ? " and " : ", "}
                <Code>{`${name}: ${String(component.fileFormatParams[name])}`}</Code>
              </span>
            ))}{" "}
            say; no text changes.
          </>
        ) : (
          <span id="off-reformat">{off}</span>
        )}
      </p>
      <ActionForm action={reformat.bind(null, component.id)} label="File layout">
        <Submit kind="secondary" disabled={off !== undefined} aria-describedby={off ? "off-reformat" : undefined}>
          Reformat files
        </Submit>
      </ActionForm>
    </Section>
  );
}
