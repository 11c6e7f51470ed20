/** Changes of settings that are not saved, kept in this tab until somebody comes back to them. */

const PREFIX = "loquat:settings:";

type Values = Record<string, string[]>;

/** Where a browser keeps nothing, changes are lost with the page, as everywhere else. */
function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

export function keepChanges(key: string, values: Values | undefined): void {
  inStorage((storage) => {
    if (values === undefined) storage.removeItem(PREFIX + key);
    else storage.setItem(PREFIX + key, JSON.stringify(values));
  });
}

export function keptChanges(key: string): Values | undefined {
  return inStorage((storage) => {
    const text = storage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as Values);
  });
}
