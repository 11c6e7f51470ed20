import type { ReactNode } from "react";

/** A file name, key or code inside a sentence: always left to right. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <code dir="ltr" className="rounded-[4px] bg-sunken px-1 py-0.5 font-mono text-[0.92em] break-all">
      {children}
    </code>
  );
}
