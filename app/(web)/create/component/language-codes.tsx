"use client";

import { useTexts } from "#texts";
import { Button } from "@/app/ui/button";
import { type Choice, Select } from "@/app/ui/select";
import type { Discovery } from "@/lib/domain/creation/discover";
import { type CodeChoicesOfForm, LEFT_OUT, OWN_MEANING } from "./use-code-choices";

/** What codes in the files stand for: those that are doubtful one by one, and any other one. */
export function LanguageCodes({
  found: { codes, proposals },
  languages,
  codes: { box, look },
}: {
  found: Discovery;
  languages: readonly Choice[];
  codes: CodeChoicesOfForm;
}) {
  const t = useTexts();
  const doubtful = new Set(codes.map(({ code }) => code));
  const others = proposals
    .flatMap((proposal) => proposal.languages.filter(({ path }) => path !== proposal.template))
    .filter(({ code }) => !doubtful.has(code) && /^[^\s:,]{1,50}$/.test(code));
  const clear = [...new Map(others.map(({ code, name }) => [code, `${name} (${code})`]))];
  if (codes.length + clear.length === 0) return null;
  const leaveOut = { value: LEFT_OUT, label: t("wizard.codes.leaveOut") };
  const other = (
    <details className={codes.length > 0 ? "" : "px-4"}>
      <summary className="flex min-h-11 list-none items-center font-medium text-primary underline underline-offset-2">
        {t("wizard.codes.other")}
      </summary>
      <div className="grid items-end gap-4 pb-4 sm:grid-cols-2">
        <Select
          label={t("wizard.codes.code")}
          name={`code-${codes.length}`}
          choices={[{ value: "", label: t("wizard.codes.none") }, ...clear.map(([value, label]) => ({ value, label }))]}
        />
        <Select
          label={t("wizard.codes.standsFor")}
          name={`code_language-${codes.length}`}
          choices={[{ value: OWN_MEANING, label: t("wizard.codes.unchanged") }, leaveOut, ...languages]}
        />
      </div>
    </details>
  );
  return (
    <section
      aria-label={t("wizard.codes.title")}
      className={codes.length > 0 ? "panel mb-3 grid gap-4 p-4" : "panel"}
      onChange={look}
      onBlur={look}
      onClick={look}
      onKeyUp={look}
    >
      <div ref={box} className="contents">
        {codes.length > 0 ? (
          <div>
            <h3 className="font-semibold">{t("wizard.codes.title")}</h3>
            <p className="max-w-[72ch] text-ink-2">{t("wizard.codes.lead")}</p>
          </div>
        ) : null}
        {codes.length > 0 ? (
          <div className="grid items-end gap-4 sm:grid-cols-2">
            {codes.map(({ code, path, why, own, said, likely }, row) => (
              <div key={code} className="min-w-0">
                <input type="hidden" name={`code-${row}`} value={code} />
                <Select
                  label={t("wizard.codes.label", { code })}
                  name={`code_language-${row}`}
                  hint={
                    <>
                      {t(`wizard.codes.${why}`)} <bdi className="font-mono break-all">{path}</bdi>
                    </>
                  }
                  choices={[
                    {
                      value: OWN_MEANING,
                      label:
                        why === "malformed"
                          ? t("wizard.codes.skipped")
                          : t("wizard.codes.own", { name: own.name, code: own.code }),
                    },
                    leaveOut,
                    ...languages.filter(({ value }) => likely.includes(value)),
                    ...languages.filter(({ value }) => !likely.includes(value)),
                  ]}
                  defaultValue={said}
                />
              </div>
            ))}
          </div>
        ) : null}
        {clear.length > 0 ? other : null}
      </div>
      <noscript>
        <Button name="intent" value="codes">
          {t("wizard.codes.apply")}
        </Button>
      </noscript>
    </section>
  );
}
