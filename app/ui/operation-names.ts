import type { TextKey, Texts } from "#texts";
import { findAddonType } from "@/lib/domain/addons/registry";
import type { OperationRow } from "@/lib/domain/undo/operations";

/** Names of operations on repositories. */
export const OPERATION_NAMES: Readonly<Record<string, TextKey>> = {
  commit: "tasks.operation.commit",
  push: "tasks.operation.push",
  pull: "tasks.operation.pull",
  "pull-rebase": "tasks.operation.pullRebase",
  "pull-merge": "tasks.operation.pullMerge",
  "pull-merge-noff": "tasks.operation.pullMergeNoff",
  reset: "tasks.operation.reset",
  "reset-keep": "tasks.operation.resetKeep",
  cleanup: "tasks.operation.cleanup",
  "file-sync": "tasks.operation.fileSync",
  "file-scan": "tasks.operation.fileScan",
};

const UPLOADS: Readonly<Record<string, TextKey>> = {
  translate: "upload.method.translate",
  suggest: "upload.method.suggest",
  fuzzy: "upload.method.needsEditing",
  approve: "upload.method.approve",
  add: "upload.method.add",
  source: "upload.method.source",
  replace: "upload.method.replace",
};

const AUTOMATIC: Readonly<Record<string, TextKey>> = {
  suggest: "autoTranslate.mode.suggest",
  translate: "autoTranslate.mode.translate",
  fuzzy: "autoTranslate.mode.needsEditing",
  approved: "autoTranslate.mode.approved",
};

const SOURCE_EDITS: Readonly<Record<string, TextKey>> = {
  keep: "sourceEdits.decision.keep",
  follow: "sourceEdits.decision.follow",
};

const BULK: Readonly<Record<string, TextKey>> = {
  replace: "common.replace",
  edit: "bulk.act.edit",
  dismiss: "bulk.act.dismiss",
  accept: "bulk.act.accept",
  remove: "bulk.act.remove",
  revert: "bulk.act.revert",
  "put-back": "bulk.act.putBack",
};

const BY_KIND: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  upload: UPLOADS,
  "auto-translate": AUTOMATIC,
  "source-edit": SOURCE_EDITS,
  "bulk-edit": BULK,
};

/** What an operation that changed many strings did; it is stored by the word that clients send, or by its add-on. */
export function operationName(t: Texts, kind: string, name: string): string {
  const key = (BY_KIND[kind] ?? OPERATION_NAMES)[name];
  return key ? t(key) : (findAddonType(name)?.name ?? name);
}

const KINDS: Readonly<Record<OperationRow["kind"], TextKey>> = {
  repository: "operations.kind.repository",
  upload: "operations.kind.upload",
  "auto-translate": "operations.kind.autoTranslate",
  "add-on": "operations.kind.addon",
  "bulk-edit": "operations.kind.bulkEdit",
  "source-edit": "operations.kind.sourceEdit",
  removal: "operations.kind.removal",
  settings: "operations.kind.settings",
  undo: "operations.kind.undo",
};

/** What an operation was: its kind, and what exactly. */
export function operationTitle(t: Texts, { kind, details }: Pick<OperationRow, "kind" | "details">): string {
  const what = t(KINDS[kind]);
  // Its name tells what its kind does.
  if (details.name === "component-settings" || details.name === "component-defaults") return what;
  const name = operationName(t, details.of ?? kind, details.name);
  return name === what ? what : t("operations.name", { kind: what, name });
}
