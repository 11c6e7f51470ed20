import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Field } from "@/app/ui/field";
import { NewAccountFields } from "@/app/ui/new-account-fields";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { Submit } from "@/app/ui/submit";
import { setupCodeFits } from "@/lib/domain/users/setup";
import { hasAdministrator } from "@/lib/domain/users/users";
import { setUp } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts())("setup.title"), robots: { index: false } };
}

/** The first run: making the administrator. It is gone once there is one. */
export default async function SetupPage({ searchParams }: PageInput) {
  const t = await getTexts();
  if (await hasAdministrator()) notFound();
  const { code } = await searchParams;
  const given = typeof code === "string" ? code : "";
  const fits = given !== "" && (await setupCodeFits(given));
  return (
    <div className="mx-auto max-w-[560px]">
      <Page title={t("setup.title")} lead={t("setup.lead")} narrow>
        {given && !fits ? (
          <div className="mb-4">
            <Callout tone="error" title={t("setup.invalid")}>
              {t("setup.invalidText")}
            </Callout>
          </div>
        ) : null}
        <div className="panel p-5">
          <ActionForm action={setUp} className="grid gap-4">
            {fits ? (
              <input type="hidden" name="code" value={given} />
            ) : (
              <Field
                label={t("setup.code.label")}
                name="code"
                autoComplete="off"
                spellCheck={false}
                required
                hint={t("setup.code.hint")}
              />
            )}
            <NewAccountFields
              username="admin"
              nameHint={t("setup.fullName.hint")}
              emailHint={t("setup.email.hint")}
              passwordHint={t("setup.password.hint")}
            />
            <Submit>{t("setup.create")}</Submit>
          </ActionForm>
        </div>
      </Page>
    </div>
  );
}
