import { DISCOVERY_JOBS } from "@/lib/domain/creation/discovery-jobs";
import { PAGE_JOBS } from "@/lib/domain/files/page-jobs";
import { SYNC_JOBS } from "@/lib/domain/files/read-jobs";
import { FILE_JOBS } from "@/lib/domain/files/write-jobs";
import { FONT_JOBS } from "@/lib/domain/fonts/font-jobs";
import { MEMORY_JOBS } from "@/lib/domain/memory/memory-jobs";
import { CHECK_JOBS } from "@/lib/domain/quality/check-jobs";
import { VARIANT_JOBS } from "@/lib/domain/units/variant-jobs";
import { serveJobs } from "@/lib/platform/readers/reader-job";
import { CATALOGUE_JOBS } from "@/lib/platform/vcs/catalogue-jobs";

/** The program of the readers that read and write files from outside; see `lib/platform/readers`. */
serveJobs({
  ...FILE_JOBS,
  ...DISCOVERY_JOBS,
  ...SYNC_JOBS,
  ...PAGE_JOBS,
  ...MEMORY_JOBS,
  ...CATALOGUE_JOBS,
  ...CHECK_JOBS,
  ...FONT_JOBS,
  ...VARIANT_JOBS,
});
