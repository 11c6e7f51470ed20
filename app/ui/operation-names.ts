import type { TextKey, Texts } from "#texts";
import { findAddonType } from "@/lib/domain/addons/registry";

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
