import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { getTexts } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import { registrationIsOpen } from "@/lib/domain/settings/registration";
import { saveRegistration } from "./actions";

/** Who may make an account. */
export async function RegistrationForm() {
  const t = await getTexts();
  const open = await registrationIsOpen();
  return (
    <Section title={t("manage.accounts")}>
      <ActionForm action={saveRegistration} className="panel grid gap-3 p-4">
        <input type="hidden" name="seen_open" value={String(open)} />
        <Checkbox name="open" label={t("manage.open.label")} defaultChecked={open} hint={t("manage.open.hint")} />
        <div>
          <Submit kind="secondary">{t("common.save")}</Submit>
        </div>
      </ActionForm>
    </Section>
  );
}
