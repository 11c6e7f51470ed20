"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTexts } from "#texts";
import { sendShotAct } from "@/app/ui/editor/about-requests";
import { MarkRegion } from "@/app/ui/screenshots/mark-region";
import type { Picture, Region } from "@/app/ui/screenshots/shot-view";

/** Draws where one string stands, then goes back to the page with all of them. */
export function MarkForm({
  shot,
  source,
  text,
  account,
  back,
}: {
  shot: Picture & { id: number; region: Region | null };
  /** Id of the source string. */
  source: number;
  /** What it says. */
  text: string;
  account: number;
  back: string;
}) {
  const t = useTexts();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <div className="grid gap-2">
      <p className="font-medium break-words">{t("shots.markOf", { text: text.slice(0, 200) })}</p>
      {problem ? (
        <p role="alert" className="text-table font-medium text-failing">
          {problem}
        </p>
      ) : null}
      <MarkRegion
        shot={shot}
        busy={busy}
        onClose={() => router.replace(back)}
        onMark={async (region) => {
          setBusy(true);
          const answer = await sendShotAct(source, account, { act: "mark", shot: shot.id, region });
          setBusy(false);
          if ("problem" in answer) setProblem(answer.problem ?? t("shots.notReached"));
          else router.replace(back);
        }}
      />
    </div>
  );
}
