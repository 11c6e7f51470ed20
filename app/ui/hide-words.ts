import { cache } from "react";
import { getTexts } from "./page-texts";

/** What the form that hides an alert says: the same object in a whole page, so that it is sent once for all its forms. */
export const hideWords = cache(async () => {
  const t = await getTexts();
  return {
    show: t("alerts.snooze.show"),
    label: t("alerts.snooze.label"),
    snooze: t("alerts.snooze.action"),
    dismiss: t("alerts.snooze.dismiss"),
  };
});

export type HideWords = Awaited<ReturnType<typeof hideWords>>;
