import { Bell, BellOff, BellRing } from "lucide-react";
import { type Attention, type AttentionPlace, attentionTo } from "@/lib/domain/notices/attention";
import { ActionForm } from "./action-form";
import { Menu } from "./menu";
import { getTexts } from "./page-texts";
import { saveAttention } from "./save-attention";
import { currentActor } from "./session";
import { Submit } from "./submit";

const LOOKS = { usual: Bell, watched: BellRing, muted: BellOff } as const;
const PROJECT = { usual: "watching.usual", watched: "watching.watched", muted: "watching.muted" } as const;
const COMPONENT = { usual: "watching.asProject", watched: "watching.watched", muted: "watching.muted" } as const;
const CHOOSE_PROJECT = { usual: "watching.unwatch", watched: "watching.watch", muted: "watching.mute" } as const;
const CHOOSE_COMPONENT = { ...CHOOSE_PROJECT, usual: "watching.followProject" } as const;

/** How much of a project or a component one hears of, and the ways to change it. */
export async function WatchMenu({ project, place }: { project: string; place: AttentionPlace }) {
  const actor = await currentActor();
  if (actor.isAnonymous) return null;
  const t = await getTexts();
  const now = await attentionTo(actor, place);
  const component = place.componentId !== undefined;
  const Icon = LOOKS[now];
  const others = (Object.keys(LOOKS) as Attention[]).filter((one) => one !== now);
  return (
    <Menu
      label={
        <>
          <Icon aria-hidden size={16} /> {t((component ? COMPONENT : PROJECT)[now])}
        </>
      }
    >
      <div className="grid gap-2">
        {others.map((attention) => (
          <ActionForm key={attention} action={saveAttention}>
            <input type="hidden" name="project" value={project} />
            <input type="hidden" name="component" value={place.componentId ?? ""} />
            <input type="hidden" name="attention" value={attention} />
            <Submit kind="secondary">{t((component ? CHOOSE_COMPONENT : CHOOSE_PROJECT)[attention])}</Submit>
          </ActionForm>
        ))}
      </div>
    </Menu>
  );
}
