"use client";

import { createContext, useContext } from "react";
import { type FormState, FRESH_FORM } from "./form-state";

export const FormContext = createContext<FormState>(FRESH_FORM);

/** Error and typed values of one field of the form around it. */
export function useField(name: string): { error: string | undefined; values: string[] | undefined; answered: boolean } {
  const state = useContext(FormContext);
  return { error: state.errors[name], values: state.values[name], answered: state.answered };
}
