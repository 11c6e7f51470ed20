"use client";

import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "./button";

/** The button that sends a form; it says so while it is being sent. */
export function Submit({ children, ...rest }: ComponentProps<typeof Button>) {
  const { pending } = useFormStatus();
  return (
    <Button kind="primary" {...rest} aria-disabled={pending || undefined}>
      {pending ? <LoaderCircle aria-hidden size={16} className="animate-[spin_1.2s_linear_infinite]" /> : null}
      {children}
    </Button>
  );
}
