import { headers } from "next/headers";
import { Button } from "@/app/ui/button";
import { Callout } from "@/app/ui/callout";
import { LinkButton } from "@/app/ui/link-button";
import { Mark } from "@/app/ui/mark";
import { counted } from "@/app/ui/numbers";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { listWork, siteNumbers } from "@/lib/domain/statistics/work";
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
  ["Pick a string", "Any language, any project that you like."],
  ["Type", "Your translation is checked while you write it."],
  ["It ships", "It goes into the project's repository as a commit in your name."],
] as const;

/** What strangers see: what this is, and where their language needs help. */
export async function VisitorHome({ language, fresh }: { language: string; fresh: boolean }) {
  const actor = await currentActor();
  const [numbers, languages] = await Promise.all([siteNumbers(actor), listLanguagesInUse()]);
  const codes = new Map(languages.map((row) => [row.code, row]));
  const chosen = codes.get(language) ?? codes.get((await guessLanguage(new Set(codes.keys()))) ?? "");
  const work = await listWork(actor, chosen ? { languageIds: [chosen.id] } : {}, 12);
  return (
    <div className="mx-auto max-w-[1200px] px-4 py-10 sm:px-6">
      {fresh ? (
        <div className="mb-8">
          <Callout tone="warning" title="Nobody administers this installation yet">
            The server has printed a link when it started: open it to make the first account. Every start prints a new
            one.
          </Callout>
        </div>
      ) : null}
      <div className="mb-10 grid items-center gap-8 lg:grid-cols-[1fr_auto]">
        <div>
          <h1 className="text-[32px] leading-[40px] font-semibold tracking-tight sm:text-[40px] sm:leading-[48px]">
            Translate software together.
          </h1>
          <p className="mt-3 max-w-[56ch] text-string text-ink-2">
            {counted(numbers.projects, "project")}, {counted(numbers.languages, "language")},{" "}
            {counted(numbers.people, "person", "people")}. What you translate here goes straight into the repositories
            it came from.
          </p>
          <form className="mt-6 flex max-w-[640px] flex-wrap items-end gap-3" aria-label="Find your language">
            <Select
              className="min-w-56 grow"
              label="Find your language"
              name="language"
              defaultValue={chosen?.code ?? ""}
              choices={[
                { value: "", label: "Any language" },
                ...languages.map((row) => ({
                  value: row.code,
                  label: row.nativeName && row.nativeName !== row.name ? `${row.name} · ${row.nativeName}` : row.name,
                })),
              ]}
            />
            <Button kind="primary">Show the work</Button>
            <LinkButton href="/projects/">Browse projects</LinkButton>
          </form>
        </div>
        <div className="max-lg:hidden">
          <Mark size={180} />
        </div>
      </div>
      {work.length > 0 ? (
        <Section title={chosen ? `Looking for help in ${chosen.name}` : "Looking for help"}>
          <WorkList rows={work} />
        </Section>
      ) : null}
      <Section title="How it works">
        <ol className="grid gap-3 sm:grid-cols-3">
          {STEPS.map(([title, text], index) => (
            <li key={title} className="panel p-4">
              <p className="font-semibold">
                <span className="me-2 text-ink-3 tabular-nums">{index + 1}</span>
                {title}
              </p>
              <p className="mt-1 text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
