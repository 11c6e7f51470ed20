import { headers } from "next/headers";
import { Button } from "@/app/ui/button";
import { Callout } from "@/app/ui/callout";
import { languageChoice, withOwnName } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { listedLanguages } from "@/app/ui/listed-languages";
import { Logo } from "@/app/ui/logo";
import { getTexts } from "@/app/ui/page-texts";
import { RichText } from "@/app/ui/rich-text";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { siteLook } from "@/app/ui/site-look";
import { listWork, siteNumbers } from "@/lib/domain/statistics/remaining-work";
import { readRichText } from "@/lib/text/rich-text";
import { WorkList } from "./work-list";

/** The first of the reader's languages, as the browser names them, that something is translated into. */
async function guessLanguage(codes: ReadonlySet<string>): Promise<string | undefined> {
  const wanted = ((await headers()).get("accept-language") ?? "").slice(0, 200).split(",");
  for (const entry of wanted) {
    const tag = (entry.split(";")[0] ?? "").trim().replaceAll("-", "_");
    const short = tag.split("_")[0] ?? "";
    if (codes.has(tag)) return tag;
    if (codes.has(short)) return short;
  }
  return undefined;
}

const STEPS = [
  ["home.step.pick", "home.step.pickText"],
  ["home.step.type", "home.step.typeText"],
  ["home.step.ship", "home.step.shipText"],
] as const;

/** What strangers see: what this is, and where their language needs help. */
export async function VisitorHome({ language, fresh }: { language: string; fresh: boolean }) {
  const t = await getTexts();
  const actor = await currentActor();
  const { welcome } = await siteLook();
  const [numbers, languages] = await Promise.all([siteNumbers(actor), listedLanguages(t)]);
  const codes = new Map(languages.map((row) => [row.code, row]));
  const chosen = codes.get(language) ?? codes.get((await guessLanguage(new Set(codes.keys()))) ?? "");
  const work = await listWork(actor, chosen ? { languageIds: [chosen.id] } : {}, 12);
  return (
    <div className="mx-auto max-w-[1200px] px-4 py-10 sm:px-6">
      {fresh ? (
        <div className="mb-8">
          <Callout tone="warning" title={t("home.fresh")}>
            {t("home.freshText")}
          </Callout>
        </div>
      ) : null}
      {welcome ? (
        <div className="panel mb-8 max-w-[80ch] p-4">
          <RichText nodes={readRichText(welcome)} />
        </div>
      ) : null}
      <div className="mb-10 grid items-center gap-8 lg:grid-cols-[1fr_auto]">
        <div>
          <h1 className="text-[32px] leading-[40px] font-semibold tracking-tight sm:text-[40px] sm:leading-[48px]">
            {t("home.headline")}
          </h1>
          <p className="mt-3 max-w-[56ch] text-string text-ink-2">
            {t("home.numbers", {
              projects: numbers.projects,
              languages: numbers.languages,
              people: numbers.people,
            })}
          </p>
          <form className="mt-6 flex max-w-[640px] flex-wrap items-end gap-3" aria-label={t("home.language.label")}>
            <Select
              className="min-w-56 grow"
              label={t("home.language.label")}
              name="language"
              defaultValue={chosen?.code ?? ""}
              choices={[
                { value: "", label: t("home.anyLanguage") },
                ...languages.map((row) => languageChoice(row, { label: withOwnName(row) })),
              ]}
            />
            <Button kind="primary">{t("home.showWork")}</Button>
            <LinkButton href="/projects/">{t("common.browseProjects")}</LinkButton>
          </form>
        </div>
        <div className="max-lg:hidden">
          <Logo size={180} />
        </div>
      </div>
      {work.length > 0 ? (
        <Section title={chosen ? t("home.helpWantedIn", { chosen: chosen.name }) : t("home.helpWanted")}>
          <WorkList rows={work} />
        </Section>
      ) : null}
      <Section title={t("home.howItWorks")}>
        <ol className="grid gap-3 sm:grid-cols-3">
          {STEPS.map(([title, text], index) => (
            <li key={title} className="panel p-4">
              <p className="font-semibold">
                <span className="me-2 text-ink-3 tabular-nums">{index + 1}</span>
                {t(title)}
              </p>
              <p className="mt-1 text-ink-2">{t(text)}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
