import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Button } from "./button";
import { Field } from "./field";

/** A field that narrows a list of the page by words. */
export function FindForm({
  label,
  words,
  placeholder,
  action,
  children,
}: {
  label: string;
  words: string;
  placeholder?: string;
  /** Where it leads, with a place on the page; the page itself when left out. */
  action?: string;
  /** What else the address holds, as hidden inputs. */
  children?: ReactNode;
}) {
  const t = useTexts();
  return (
    <form action={action} className="mb-4 flex max-w-[480px] items-end gap-3" aria-label={label}>
      {children}
      <Field className="grow" label={label} name="q" type="search" defaultValue={words} placeholder={placeholder} />
      <Button>{t("form.find")}</Button>
    </form>
  );
}
