import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Button } from "./button";

/** Fields that narrow a list of the page, side by side. */
export function FilterForm({ label, children }: { label: string; children: ReactNode }) {
  const t = useTexts();
  return (
    <form className="mb-4 flex flex-wrap items-end gap-3" aria-label={label}>
      {children}
      <Button>{t("manage.show")}</Button>
    </form>
  );
}
