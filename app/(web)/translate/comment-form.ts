"use server";

import { redirect } from "next/navigation";
import type { CommentOutcome } from "@/app/ui/editor/comment-form";
import { commentActOf } from "@/app/ui/editor/panels/comment-act";
import { errorWords } from "@/app/ui/error-words";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { commentString } from "@/lib/domain/editor/comment-string";
import { DomainError } from "@/lib/domain/errors";
import { onward } from "./onward";

/** Writes, edits, resolves or deletes a comment for pages without script; what was typed comes back when it is refused. */
export async function commentForm(_: CommentOutcome | null, data: FormData): Promise<CommentOutcome | null> {
  const number = (name: string): number => Number(data.get(name)) || 0;
  const what = commentActOf(data);
  if (what) {
    try {
      await commentString(await currentActor(), { unitId: number("unit"), accountId: number("account"), what });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const text = "text" in what ? what.text : "";
      return {
        unit: number("unit"),
        slot: String(data.get("slot") ?? ""),
        text,
        problem: errorWords(await getTexts(), error),
      };
    }
  }
  redirect(`${onward(data, true)}&tab=comments`);
}
