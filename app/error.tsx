"use client";

import { useTexts } from "#texts";
import { Button } from "./ui/button";
import { CodeBlock } from "./ui/code-block";
import { LinkButton } from "./ui/link-button";
import { Page } from "./ui/page-body";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTexts();
  return (
    <Page title={t("error.title")} lead={t("error.lead")} narrow>
      <title>{t("error.pageTitle")}</title>
      <div className="panel grid gap-4 p-4">
        <div className="flex flex-wrap gap-2">
          <Button type="button" kind="primary" onClick={reset}>
            {t("error.tryAgain")}
          </Button>
          <LinkButton href="/">{t("error.home")}</LinkButton>
        </div>
        {error.digest ? (
          <div>
            <p className="mb-1 text-table text-ink-2">{t("error.numberText")}</p>
            <CodeBlock text={error.digest} label={t("error.copyNumber")} />
          </div>
        ) : null}
      </div>
    </Page>
  );
}
