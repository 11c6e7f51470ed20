const OTHER: Readonly<Record<string, string>> = {
  allowPropagation: "allow_translation_propagation",
  enforced2fa: "enforced_2fa",
};

/**
 * The name that a field of the domain has outside, in answers and forms: `pushBranch` is `push_branch`. Of a path only
 * the first member is ours; `fileFormatParams.po_line_wrap` goes on with what the caller has written.
 */
export function wirePath(path: string): string {
  const [first = "", ...rest] = path.split(".");
  return [OTHER[first] ?? first.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), ...rest].join(".");
}
