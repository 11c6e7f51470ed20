import type { QueueFunction } from "@/lib/platform/queue";
import { askRelated, askRelatedByNight } from "./ask-related";
import { backUp } from "./back-up";
import { bulkEdit } from "./bulk-edit";
import { closeTask } from "./close-task";
import { commitPending } from "./commit-pending";
import { createComponent } from "./create-component";
import { dailyAddons } from "./daily-addons";
import { deliverChanges, deliverMessages } from "./deliver-changes";
import { fillMemory } from "./fill-memory";
import { followFlags } from "./follow-flags";
import { addLanguage, removeFile } from "./language-files";
import { makeDemo } from "./make-demo";
import { purgeNotices, tellNotices } from "./notices";
import { planOperation } from "./plan-operation";
import { planTranslation } from "./plan-translation";
import { purgeDeliveries } from "./purge-deliveries";
import { purgeOperations } from "./purge-operations";
import { reformatFiles } from "./reformat-files";
import { removeObjects } from "./remove-objects";
import { renewFindings } from "./renew-findings";
import { repositoryOperation } from "./repository-operation";
import { runAddon } from "./run-addon";
import { purgeMails, sendMails } from "./send-mails";
import { sweep } from "./sweep";
import { sweepAlerts, sweepAlertsByNight } from "./sweep-alerts";
import { sweepCopies } from "./sweep-copies";
import { takeTexts } from "./take-texts";
import { tallyChanges } from "./tally-changes";
import { undoOperation } from "./undo-operation";
import { updateRepository } from "./update-repository";

/** Every background function of Loquat: one line and one file each. */
export const functions: readonly QueueFunction[] = [
  sweep,
  closeTask,
  createComponent,
  repositoryOperation,
  planOperation,
  undoOperation,
  backUp,
  makeDemo,
  bulkEdit,
  planTranslation,
  followFlags,
  renewFindings,
  reformatFiles,
  updateRepository,
  commitPending,
  addLanguage,
  takeTexts,
  removeFile,
  removeObjects,
  fillMemory,
  askRelated,
  askRelatedByNight,
  tallyChanges,
  purgeDeliveries,
  purgeOperations,
  sweepCopies,
  runAddon,
  dailyAddons,
  deliverChanges,
  deliverMessages,
  sendMails,
  purgeMails,
  tellNotices,
  purgeNotices,
  sweepAlerts,
  sweepAlertsByNight,
];
