/** What a form of settings says, read from its controls: whichever of them a browser shows, it sends the same. */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function* controlsOf(setting: HTMLElement): Generator<Control> {
  for (const control of setting.querySelectorAll<Control>("input[name], select[name], textarea[name]"))
    if (!(control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type) && !control.checked))
      yield control;
}

const settingsIn = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLElement>("[data-setting]")];

/** What each setting of a form says, as a text that is another one when it is changed. */
export function statesOf(form: HTMLFormElement): Map<string, string> {
  return new Map(
    settingsIn(form).map((setting) => [
      setting.dataset.setting ?? "",
      JSON.stringify([...controlsOf(setting)].map(({ name, value }) => [name, value.replaceAll("\r\n", "\n")])),
    ]),
  );
}

/** Names of the settings that say something else than before, in the order of the form. */
export function changedSince(form: HTMLFormElement, before: ReadonlyMap<string, string>): string[] {
  return [...statesOf(form)].flatMap(([name, state]) => (before.get(name) === state ? [] : [name]));
}

/** An address with a name or a password in it. */
const SECRET = /\/\/[^/\s]*@/;

/** Values of all fields of a form by name. */
export function valuesIn(form: HTMLFormElement): Record<string, string[]> {
  const data = new FormData(form);
  const names = [...new Set(data.keys())].filter((name) => !name.startsWith("$ACTION"));
  return Object.fromEntries(names.map((name) => [name, data.getAll(name).map(String)]));
}

/** Values of the fields of some settings, to be kept; passwords never are. */
export function valuesOfSettings(form: HTMLFormElement, names: readonly string[]): Record<string, string[]> {
  const all = valuesIn(form);
  const fields = settingsIn(form)
    .filter((setting) => names.includes(setting.dataset.setting ?? ""))
    .flatMap((setting) => [...setting.querySelectorAll<Control>("[name]")])
    .filter(({ type, value }) => type !== "password" && !SECRET.test(value))
    .map(({ name }) => name);
  return Object.fromEntries([...new Set(fields)].map((name) => [name, all[name] ?? []]));
}
