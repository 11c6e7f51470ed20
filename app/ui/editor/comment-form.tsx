"use client";

import { createContext, useContext } from "react";

/** A comment that came back from the server without script: the page is made again around it. */
export interface CommentOutcome {
  unit: number;
  /** The box that the text was typed into. */
  slot: string;
  text: string;
  problem: string;
}

/** Sends a form of the comments when there is no script. */
export type CommentForm = (before: CommentOutcome | null, data: FormData) => Promise<CommentOutcome | null>;

const FormContext = createContext<CommentForm | undefined>(undefined);

export const CommentFormProvider = FormContext.Provider;

export function useCommentForm(): CommentForm {
  const form = useContext(FormContext);
  if (!form) throw new Error("A part of the editor stands outside of it.");
  return form;
}
