import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { AskFirst } from "@/app/ui/ask-first";
import { Field } from "@/app/ui/field";
import { Submit } from "@/app/ui/submit";
import type { FontRow } from "@/lib/domain/fonts/fonts";
import { urls } from "@/lib/urls";
import { dropFont, sendFont } from "./actions";
import { FontSample } from "./font-sample";

/** What a browser lets people choose. */
const KINDS = ".ttf,.otf,font/ttf,font/otf";

export const fontName = ({ family, style }: Pick<FontRow, "family" | "style">): string => `${family} ${style}`;

/** Uploads a font or, with its id, another file for it. */
export function FontForm({ slug, font }: { slug: string; font?: FontRow }) {
  const t = useTexts();
  const label = font ? t("fonts.replaceNamed", { font: fontName(font) }) : t("fonts.upload");
  return (
    <ActionForm
      action={sendFont.bind(null, slug, font?.id ?? null)}
      className={font ? "mt-2 grid gap-3" : "panel grid gap-4 p-4"}
      label={label}
    >
      <Field
        label={t("fonts.file")}
        name="font"
        id={font ? `font-${font.id}` : undefined}
        type="file"
        accept={KINDS}
        required
        hint={t(font ? "fonts.replaceHint" : "fonts.fileHint")}
      />
      <div>
        <Submit kind={font ? "secondary" : undefined}>{font ? t("fonts.replace") : t("fonts.uploadNow")}</Submit>
      </div>
    </ActionForm>
  );
}

/** Fonts of a project, each with a sample. */
export function FontList({ slug, fonts, edits }: { slug: string; fonts: readonly FontRow[]; edits: boolean }) {
  const t = useTexts();
  return (
    <ul className="panel mb-6 divide-y divide-line">
      {fonts.map((font) => (
        <li key={font.id} className="grid gap-2 px-4 py-3">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <p className="min-w-0 font-semibold break-words">{fontName(font)}</p>
            <p className="text-table text-ink-2">
              {t("fonts.about", { weight: String(font.weight), characters: font.characters })}
            </p>
            <p className="text-table text-ink-2">
              {font.groups.length > 0 ? t("fonts.inGroups", { groups: font.groups.join(", ") }) : t("fonts.inNoGroup")}
            </p>
          </div>
          {edits ? (
            <>
              <FontSample
                src={`${urls.font(slug, font.id).shown}?v=${encodeURIComponent(font.fileKey.slice(-16))}`}
                name={`sample-${font.fileKey.slice(-20)}`}
                label={t("fonts.sampleOf", { font: fontName(font) })}
                text={t("fonts.sample")}
                missing={t("fonts.sampleMissing")}
              />
              <div className="flex flex-wrap items-start gap-2">
                <details className="min-w-0">
                  <summary
                    aria-label={t("fonts.replaceNamed", { font: fontName(font) })}
                    className="inline-flex min-h-8 cursor-pointer items-center rounded-control border border-line-strong bg-surface px-3 py-1 font-medium hover:bg-sunken pointer-coarse:min-h-11"
                  >
                    {t("fonts.replace")}
                  </summary>
                  <FontForm slug={slug} font={font} />
                </details>
                {font.groups.length === 0 ? (
                  <AskFirst
                    action={dropFont.bind(null, slug, font.id)}
                    open={t("common.remove")}
                    label={t("fonts.removeNamed", { font: fontName(font) })}
                    question={t("fonts.removeHint")}
                  />
                ) : null}
              </div>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
