import type { Metadata } from "next";
import { ActionForm } from "@/app/ui/action-form";
import { componentCrumbs } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { currentPlace } from "@/app/ui/place";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { demand } from "@/lib/domain/access/demand";
import { placeOf } from "@/lib/domain/components/components";
import { NotFound } from "@/lib/domain/errors";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { listTranslations } from "@/lib/domain/translations/translations";
import { addLanguages } from "./actions";

export const metadata: Metadata = { title: "Add a language" };

export default async function NewLanguagePage({ params }: PathPageInput) {
  return guarded(async () => {
    const place = await currentPlace((await params).path);
    if (place.kind !== "component") throw new NotFound("Languages are added to components.");
    const { component } = place;
    const actor = await currentActor();
    demand(actor, "translation.add", placeOf(component));
    const [all, present, mine] = await Promise.all([
      listLanguagesInUse(true),
      listTranslations(actor, { component }, { limit: 2000, offset: 0 }),
      readUserLanguages(actor.userId),
    ]);
    const there = new Set(present.rows.map((row) => row.language.code));
    const own = new Set(mine.filter((row) => !row.secondary).map((row) => row.code));
    const missing = all.filter((language) => !there.has(language.code));
    const ordered = [...missing.filter((row) => own.has(row.code)), ...missing.filter((row) => !own.has(row.code))];
    const choices = [
      { value: "", label: "Choose…" },
      ...ordered.map((row) => ({
        value: row.code,
        label: `${row.name}${row.nativeName && row.nativeName !== row.name ? ` · ${row.nativeName}` : ""}${own.has(row.code) ? " (yours)" : ""}`,
      })),
    ];
    return (
      <Page
        title={`Add a language to ${component.name}`}
        crumbs={[...componentCrumbs(component), { label: "Add a language" }]}
        lead="All its strings are there at once, empty. Its file is made in the repository with the next commit."
        narrow
      >
        <ActionForm action={addLanguages.bind(null, component.id)} className="panel grid gap-4 p-5">
          <Select
            label="Language"
            name="language_code"
            choices={choices}
            defaultValue={ordered.find((row) => own.has(row.code))?.code ?? ""}
            required
          />
          <Select
            id="language-second"
            label="And another"
            name="language_code"
            choices={choices}
            defaultValue=""
            aside="optional"
            keepOwn
          />
          <div>
            <Submit>Add</Submit>
          </div>
        </ActionForm>
      </Page>
    );
  });
}
