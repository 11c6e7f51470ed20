"use client";

import { useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { Submit } from "@/app/ui/submit";

/** The button that carries a plan out; its number follows the boxes of the page. */
export function ApplyButton({ elsewhere, ticked, removes }: { elsewhere: number; ticked: number; removes: boolean }) {
  const t = useTexts();
  const place = useRef<HTMLSpanElement>(null);
  const [here, setHere] = useState(ticked);
  useEffect(() => {
    const form = place.current?.closest("form");
    const count = () => setHere(form?.querySelectorAll("input[name=tick]:checked").length ?? ticked);
    form?.addEventListener("change", count);
    return () => form?.removeEventListener("change", count);
  }, [ticked]);
  const count = elsewhere + here;
  return (
    <span ref={place}>
      <Submit name="go" value="apply" kind={removes ? "danger" : "primary"} disabled={count === 0}>
        {removes ? t("bulk.remove", { count }) : t("bulk.apply", { count })}
      </Submit>
    </span>
  );
}
