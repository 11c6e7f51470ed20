"use client";

import { type ComponentProps, useId, useState } from "react";
import { completeQuery } from "@/lib/text/search-query/complete";

/** A field for searches that offers fields and values as they are typed. Without script a plain one. */
export function QueryInput({
  known,
  ...input
}: ComponentProps<"input"> & { known?: Readonly<Record<string, readonly string[]>> }) {
  const list = useId();
  const [offered, setOffered] = useState<readonly string[]>([]);
  return (
    <>
      <input
        {...input}
        type="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        list={list}
        onInput={(event) => setOffered(completeQuery(event.currentTarget.value, known))}
      />
      <datalist id={list}>
        {offered.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}
