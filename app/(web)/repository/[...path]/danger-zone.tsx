import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { LinkButton } from "@/app/ui/link-button";
import { counted } from "@/app/ui/numbers";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { denial } from "@/lib/domain/access/demand";
import { type ComponentRow, placeOf } from "@/lib/domain/components/components";
import type { Pipeline } from "@/lib/domain/statistics/pipeline";
import type { RepositoryState } from "@/lib/domain/working-copy/status";
import { operate } from "./actions";

const DEEDS = [
  { id: "reset", button: "Reset", about: "Throw away commits that were not pushed and take upstream's files." },
  { id: "cleanup", button: "Clean up", about: "Remove files and branches that nobody tracks from the working copy." },
  { id: "file-sync", button: "Write all files", about: "Write every string into its file again, as Loquat has it." },
  {
    id: "file-scan",
    button: "Read all files again",
    about: "Read every file again, also those that have not changed.",
  },
] as const;

type Deed = (typeof DEEDS)[number]["id"];

/** What a deed will change, before it is done. */
function plan(deed: Deed, state: RepositoryState, pipeline: Pipeline): string {
  switch (deed) {
    case "reset":
      return `${counted(state.outgoing, "commit")} that ${state.outgoing === 1 ? "was" : "were"} not pushed will go. ${counted(pipeline.committed, "edit")} in ${
        state.outgoing === 1 ? "it" : "them"
      } and ${counted(pipeline.waiting, "edit")} not committed stay as they are and wait for the next commit: no text that anybody typed is lost.`;
    case "cleanup":
      return "Untracked files in Loquat's working copy will go. Nothing in the database or upstream changes.";
    case "file-sync":
      return "Every translated string is written again and committed where the files differ from what Loquat has.";
    case "file-scan":
      return "Pending edits are committed, then all files are fetched and read again. This takes a while in a large repository.";
  }
}

/** Operations that throw something away or take long: each shows its plan first. */
export function DangerZone({
  component,
  state,
  pipeline,
  actor,
  confirm,
}: {
  component: ComponentRow;
  state: RepositoryState;
  pipeline: Pipeline;
  actor: Actor;
  confirm: string;
}) {
  const why = denial(actor, "vcs.reset", placeOf(component));
  const asked = DEEDS.find((deed) => deed.id === confirm);
  return (
    <Section title="Rarely needed" id="rare">
      {why ? (
        <p className="text-table text-ink-2">{why.text}</p>
      ) : asked ? (
        <Callout tone="warning" title={`${asked.button}?`}>
          <p>{plan(asked.id, state, pipeline)}</p>
          <ActionForm action={operate.bind(null, component.id)} className="mt-3 flex flex-wrap gap-2">
            <Submit name="operation" value={asked.id} kind={asked.id === "reset" ? "danger" : "primary"}>
              {asked.id === "reset" ? `Reset and drop ${counted(state.outgoing, "commit")}` : asked.button}
            </Submit>
            <LinkButton href="?">Keep everything</LinkButton>
          </ActionForm>
        </Callout>
      ) : (
        <ul className="grid gap-3">
          {DEEDS.map((deed) => (
            <li key={deed.id} className="flex items-start justify-between gap-3">
              <p className="text-table text-ink-2">{deed.about}</p>
              <LinkButton small href={`?confirm=${deed.id}#rare`} className="shrink-0">
                {deed.button}…
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
