"use client";

import type { ReactNode } from "react";
import { useEditor, useStore } from "./editor-context";

/** A link to a string before or after the open one; nothing where there is none. Text that was typed stays as a draft. */
export function StepLink({ by, className, children }: { by: 1 | -1; className: string; children: ReactNode }) {
  const store = useStore();
  const place = useEditor((_, it) => it.place());
  const total = useEditor((state) => state.total);
  const target = place + by;
  if (place === 0 || target < 1 || target > total) return null;
  const step = (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void store.step(by, { focus: !matchMedia("(pointer: coarse)").matches, jump: true });
  };
  return (
    <a href={store.addressOfPlace(target)} onClick={step} className={className}>
      {children}
    </a>
  );
}
