import { useTexts } from "#texts";
import { WordDiff } from "@/app/ui/word-diff";
import { fieldValue } from "./field-texts";

/** Characters of two texts that are shown at once. */
const SHOWN = 600;

/** What a field said before and after: texts word by word, all else as one value in place of another. */
export function FieldChange({
  name,
  before,
  after,
  masked,
}: {
  name: string;
  before: unknown;
  after: unknown;
  masked: boolean;
}) {
  const t = useTexts();
  const [was, is] = [fieldValue(t, name, before), fieldValue(t, name, after)];
  // A password may have changed where what is told of it is the same.
  if (masked && was.text === is.text) return <span className="text-ink-2">{t("settingsSaves.secretChanged")}</span>;
  if (!was.typed || !is.typed || masked)
    return (
      <>
        <del className="text-ink-2">
          <bdi>{was.text}</bdi>
        </del>{" "}
        <span aria-hidden>→</span>{" "}
        <ins className="font-medium no-underline">
          <bdi>{is.text}</bdi>
        </ins>
      </>
    );
  const words = <WordDiff before={was.text} after={is.text} />;
  if (was.text.length + is.text.length <= SHOWN) return words;
  return (
    <details className="mt-1">
      <summary className="link cursor-pointer">{t("settingsSaves.showText")}</summary>
      <div className="mt-1 whitespace-pre-wrap">{words}</div>
    </details>
  );
}
