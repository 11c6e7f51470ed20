import { type TextKey, useTexts } from "#texts";
import type { ProofKind } from "@/lib/domain/users/prove-oneself";
import { Field } from "./field";

const LABELS = {
  password: "common.password",
  code: "security.proof.code",
  either: "security.proof.label",
} as const satisfies Partial<Record<ProofKind, TextKey>>;

/** What is asked for again before something of an account changes that a session alone must not change. */
export function ProofField({ kind, id }: { kind: ProofKind; id: string }) {
  const t = useTexts();
  if (kind === "sign-in") return <p className="text-table text-ink-2">{t("security.proof.fresh")}</p>;
  return (
    <Field
      id={id}
      label={t(LABELS[kind])}
      name="current_password"
      type="password"
      autoComplete={kind === "code" ? "one-time-code" : "current-password"}
      hint={kind === "either" ? t("security.proof.hint") : undefined}
      required
    />
  );
}
