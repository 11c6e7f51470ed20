import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { RichText } from "@/app/ui/rich-text";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { SiteMark } from "@/app/ui/site-look";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { LARGEST_LOGO, storedAppearance } from "@/lib/domain/settings/appearance";
import { readRichText } from "@/lib/text/rich-text";
import { reset, save } from "./actions";
import { LookPreview } from "./look-preview";

export const generateMetadata = titled("manage.appearance.title");

/** How all pages look. */
export default async function AppearancePage() {
  const t = await getTexts();
  return guarded(async () => {
    const look = await storedAppearance(await currentActor());
    const colour = {
      dir: "ltr",
      spellCheck: false,
      autoComplete: "off",
      pattern: "#[0-9A-Fa-f]{6}",
      maxLength: 7,
    } as const;
    return (
      <Page title={t("manage.appearance.title")} lead={t("manage.appearance.lead")}>
        <ActionForm action={save} label={t("manage.appearance.title")} className="max-w-[80ch]">
          <LookPreview saved={look} link={t("common.changes")} button={t("common.translate")} />
          <div className="panel grid gap-4 p-4">
            {(["name", "accentLight", "accentDark", "welcome", "links"] as const).map((name) => (
              <input key={name} type="hidden" name={`seen_${SPELLED[name]}`} value={look[name]} />
            ))}
            <Field
              label={t("manage.appearance.name")}
              name="name"
              defaultValue={look.name}
              placeholder="Loquat"
              maxLength={40}
              autoComplete="off"
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label={t("manage.appearance.accentLight")}
                name="accent_light"
                defaultValue={look.accentLight}
                placeholder="#136147"
                hint={t("manage.appearance.accentHint")}
                {...colour}
              />
              <Field
                label={t("manage.appearance.accentDark")}
                name="accent_dark"
                defaultValue={look.accentDark}
                placeholder="#6ed5ab"
                hint={t("manage.appearance.accentHint")}
                {...colour}
              />
            </div>
            <div>
              <Field
                label={t("manage.appearance.logo")}
                name="logo"
                type="file"
                accept="image/png,image/webp"
                hint={t("manage.appearance.logoHint", { size: LARGEST_LOGO / 1000 })}
              />
              {look.logoVersion ? (
                <div className="mt-2 flex flex-wrap items-center gap-4">
                  <SiteMark size={28} />
                  <Checkbox name="drop_logo" label={t("manage.appearance.dropLogo")} />
                </div>
              ) : null}
            </div>
            <TextArea
              label={t("manage.appearance.welcome")}
              name="welcome"
              rows={5}
              defaultValue={look.welcome}
              hint={t("manage.appearance.welcomeHint")}
              maxLength={5000}
            />
            <TextArea
              label={t("manage.appearance.links")}
              name="links"
              rows={4}
              dir="ltr"
              spellCheck={false}
              defaultValue={look.links}
              hint={t("manage.appearance.linksHint")}
            />
            <div className="flex flex-wrap gap-3">
              <Submit name="act" value="save">
                {t("common.save")}
              </Submit>
              <Submit kind="secondary" name="act" value="look">
                {t("manage.appearance.look")}
              </Submit>
            </div>
          </div>
        </ActionForm>
        {look.welcome ? (
          <div className="mt-8 max-w-[80ch]">
            <Section title={t("manage.appearance.welcomeNow")}>
              <div className="panel p-4">
                <RichText nodes={readRichText(look.welcome)} />
              </div>
            </Section>
          </div>
        ) : null}
        <div className="mt-8">
          <Section title={t("manage.appearance.reset")} lead={t("manage.appearance.resetLead")}>
            <ActionForm action={reset} label={t("manage.appearance.reset")}>
              <Submit kind="secondary">{t("manage.appearance.reset")}</Submit>
            </ActionForm>
          </Section>
        </div>
      </Page>
    );
  });
}

/** Names of the fields in the form. */
const SPELLED = {
  name: "name",
  accentLight: "accent_light",
  accentDark: "accent_dark",
  welcome: "welcome",
  links: "links",
} as const;
