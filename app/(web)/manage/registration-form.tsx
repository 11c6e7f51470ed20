import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import { registrationIsOpen } from "@/lib/domain/settings/registration";
import { saveRegistration } from "./actions";

/** Who may make an account. */
export async function RegistrationForm() {
  return (
    <Section title="Accounts">
      <ActionForm action={saveRegistration} className="panel grid gap-3 p-4">
        <Checkbox
          name="open"
          label="Everybody may make an account"
          defaultChecked={await registrationIsOpen()}
          hint="Otherwise only administrators add people."
        />
        <div>
          <Submit kind="secondary">Save</Submit>
        </div>
      </ActionForm>
    </Section>
  );
}
