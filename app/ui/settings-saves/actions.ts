"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, multiple, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import type { Actor } from "@/lib/domain/access/actor";
import { Invalid, NotFound } from "@/lib/domain/errors";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { revertSave } from "@/lib/domain/undo/revert-settings";
import type { SavesPlace } from "@/lib/domain/undo/saved-settings";
import { savesPage } from "./saves-address";

/** Whose settings: slugs joined by "/", or nothing for the installation. */
async function placeOf(actor: Actor, slugs: string): Promise<SavesPlace> {
  if (slugs === "") return { kind: "site" };
  const place = await resolvePath(actor, slugs.split("/"));
  if (place.kind === "project" || place.kind === "category" || place.kind === "component") return place;
  throw new NotFound("This has no settings.");
}

const schema = z.object({ field: multiple });

/** Puts fields of a save back as they were, and leads to where the settings stand now. */
export async function putBack(
  slugs: string,
  id: number,
  { version, whole }: { version: string; whole: boolean },
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { field } = readForm(schema, form);
    if (!whole && field.length === 0) throw Invalid.field("", t("settingsSaves.tickOne"));
    const actor = await currentActor();
    const after = await revertSave(actor, await placeOf(actor, slugs), id, {
      version,
      fields: whole ? undefined : field,
    });
    revalidatePath("/", "layout");
    redirect(`${path(savesPage(after))}?done=1#done`);
  });
}
