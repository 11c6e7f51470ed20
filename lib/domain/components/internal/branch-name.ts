/** Whether git takes this as the name of a branch, and everybody means the same by it. */
export function isBranchName(name: string): boolean {
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[./]$/.test(name)) return false;
  if (name === "@" || name === "HEAD") return false;
  return name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}
