"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTexts } from "#texts";
import { sendShotAct } from "@/app/ui/editor/about-requests";
import { FindStrings } from "@/app/ui/screenshots/find-strings";

/** Reads the image in the browser and puts the strings that were found on it, with their places. */
export function ReadImage({
  shot,
  url,
  unit,
  account,
  sourceCode,
}: {
  shot: number;
  url: string;
  /** Any string of the component. */
  unit: number;
  account: number;
  sourceCode: string;
}) {
  const t = useTexts();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState<string>();
  return (
    <div className="js-only mb-4 grid justify-items-start gap-2">
      <FindStrings
        shot={{ id: shot, url }}
        unit={unit}
        busy={busy}
        sourceCode={sourceCode}
        onFound={setSaid}
        onPlace={async (strings) => {
          setBusy(true);
          const answer = await sendShotAct(unit, account, { act: "place", shot, strings });
          setBusy(false);
          setProblem("problem" in answer ? (answer.problem ?? t("shots.notReached")) : undefined);
          if ("problem" in answer) return false;
          setSaid(t("shots.placed", { count: strings.length }));
          router.refresh();
          return true;
        }}
      />
      <p role="status" className="text-table text-ink-2 empty:hidden">
        {said}
      </p>
      {problem ? (
        <p role="alert" className="text-table font-medium text-failing">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
