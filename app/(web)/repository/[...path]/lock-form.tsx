import { Lock, LockOpen } from "lucide-react";
import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { lockWords } from "@/app/ui/error-words";
import { Field } from "@/app/ui/field";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { denial } from "@/lib/domain/access/demand";
import { denialWords } from "@/lib/domain/access/denial-words";
import { type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import { isClosed } from "@/lib/domain/components/edit-lock";
import { changeLock } from "./actions";

/** Locking: nobody edits while files are moved around by hand. */
export function LockForm({ component, actor }: { component: ComponentRow; actor: Actor }) {
  const t = useTexts();
  const closed = isClosed(component);
  const why = denial(actor, "component.lock", scopeOf(component));
  return (
    <Section
      id="lock"
      title={t("repository.lock")}
      lead={closed ? t("repository.lockedBecause", { reason: lockWords(t, component) }) : t("repository.lockAbout")}
    >
      {why ? (
        <p className="text-table text-ink-2">{denialWords(t, why)}</p>
      ) : (
        <ActionForm action={changeLock.bind(null, component.id)} className="grid gap-3">
          {closed ? null : (
            <Field
              label={t("repository.reason.label")}
              name="reason"
              aside={t("common.optional")}
              maxLength={200}
              placeholder={t("repository.reason.placeholder")}
            />
          )}
          <div>
            <Submit name="lock" value={closed ? "off" : "on"} kind="secondary">
              {closed ? <LockOpen aria-hidden size={16} /> : <Lock aria-hidden size={16} />}
              {closed ? t("repository.unlock") : t("repository.lock")}
            </Submit>
          </div>
        </ActionForm>
      )}
    </Section>
  );
}
