import type { Texts } from "#texts";

/** Bot, administrator or user, and whether the account is deactivated. */
export function kindOf(t: Texts, person: { isBot: boolean; isSuperuser: boolean; isActive: boolean }): string {
  const kind = t(person.isBot ? "manage.bot" : person.isSuperuser ? "manage.administrator" : "manage.user");
  return person.isActive ? kind : t("manage.notActive", { kind });
}
