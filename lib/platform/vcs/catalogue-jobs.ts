import { catalogueFormat } from "@/lib/text/formats/catalogue";
import { EditRefused, FormatError } from "@/lib/text/formats/kernel/format";
import { plainWords, sentenceOf, type Worded } from "@/lib/text/messages/worded";
import type { JobResult } from "../readers/reader-job";
import type { JobOutcome } from "../readers/reader-pool";
import { type CatalogueWork, IN_PLACE, type JoinRequest, type Parts } from "./catalogue-work";

/** What readers do with catalogues, and how they are asked to. */

interface SplitRequest {
  format: string;
  bytes: Uint8Array;
}

interface PartRequest extends SplitRequest {
  code: string;
}

interface JoinJobRequest extends JoinRequest {
  format: string;
}

/** The contents of `kept` are files of the answer, after the catalogue where one was made. */
interface PartsTold {
  ids: [code: string, id: string][];
  kept: string[];
}

interface Told {
  refusal?: Worded & { place?: { line: number; column: number } };
  parts?: PartsTold;
  /** Of a catalogue that was joined. */
  became?: "same" | "nothing" | "other";
}

const formatOf = (id: string) => {
  const format = catalogueFormat(id);
  if (!format) throw new Error(`Files of the format ${id} contain one language.`);
  return format;
};

const tell = ({ ids, contents }: Parts): PartsTold => ({ ids: [...ids], kept: [...contents.keys()] });

export const CATALOGUE_JOBS = {
  splitCatalogue: ({ format, bytes }: SplitRequest) =>
    told(async () => {
      const parts = await IN_PLACE.split(formatOf(format), bytes);
      return { value: { parts: tell(parts) }, bytes: [...parts.contents.values()] };
    }),

  partOfCatalogue: ({ format, bytes, code }: PartRequest) =>
    told(async () => ({ value: {}, bytes: [await IN_PLACE.part(formatOf(format), bytes, code)] })),

  joinCatalogue: ({ format, ...wanted }: JoinJobRequest) =>
    told(async () => {
      const { content, ...parts } = await IN_PLACE.join(formatOf(format), wanted);
      const became = content === undefined ? "same" : content === null ? "nothing" : "other";
      return {
        value: { became, parts: tell(parts) },
        bytes: [...(content ? [content] : []), ...parts.contents.values()],
      };
    }),
};

/** Does a job; what is wrong with the file is an answer too. */
async function told(work: () => Promise<JobResult & { value: Told }>): Promise<JobResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EditRefused) return { value: { refusal: plainWords(error) } satisfies Told };
    if (!(error instanceof FormatError)) throw error;
    const { line, column } = error;
    return { value: { refusal: { ...plainWords(error), place: { line, column } } } satisfies Told };
  }
}

/** Does a job of a reader. */
export type RunJob = <Value>(job: string, input: unknown) => Promise<JobOutcome<Value>>;

/** The work as readers do it; beside what is thrown in place it throws what `run` does. */
export function workOfReaders(run: RunJob): CatalogueWork {
  const ask = async (job: keyof typeof CATALOGUE_JOBS, input: unknown): Promise<Told & { files: Uint8Array[] }> => {
    const { value, bytes } = await run<Told>(job, input);
    const { refusal } = value;
    if (refusal?.place) throw FormatError.of({ ...refusal, ...refusal.place });
    if (refusal) throw new EditRefused(sentenceOf(refusal));
    // Bytes of their own, without what lies beside them in memory: they may be kept for long.
    return { ...value, files: bytes.map((file) => new Uint8Array(file)) };
  };
  return {
    async split(format, bytes) {
      const { parts, files } = await ask("splitCatalogue", { format: format.id, bytes } satisfies SplitRequest);
      return partsFrom(parts, files);
    },
    async part(format, bytes, code) {
      const { files } = await ask("partOfCatalogue", { format: format.id, bytes, code } satisfies PartRequest);
      return files[0] as Uint8Array;
    },
    async join(format, wanted) {
      const asked = { format: format.id, ...wanted } satisfies JoinJobRequest;
      const { became, parts, files } = await ask("joinCatalogue", asked);
      const content = became === "same" ? undefined : became === "nothing" ? null : (files.shift() as Uint8Array);
      return { content, ...partsFrom(parts, files) };
    },
  };
}

function partsFrom(told: PartsTold | undefined, files: readonly Uint8Array[]): Parts {
  const { ids = [], kept = [] } = told ?? {};
  return { ids: new Map(ids), contents: new Map(kept.map((code, at) => [code, files[at] as Uint8Array])) };
}
