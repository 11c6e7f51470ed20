import { inTransaction } from "@/lib/platform/database";
import { componentsOfRepository } from "../components/components";
import { catalogueIn } from "./catalogues";
import { storeLocalFiles } from "./local-files";
import type { Checkout } from "./working-copy";

/**
 * Stores the catalogues of a repository without a remote as our branch has them: what its languages say is remembered
 * for each of them, but not what a catalogue says besides, nor which languages it has lost.
 */
export async function rememberCatalogues(checkout: Checkout): Promise<void> {
  if (checkout.driver.hasRemote) return;
  const tree = await checkout.copy.tree("HEAD");
  const found = (await componentsOfRepository(checkout.repository.id)).flatMap((row) => catalogueIn(tree, row) ?? []);
  if (found.length === 0) return;
  const read = async ({ path, blob }: (typeof found)[number]) => ({
    path,
    content: await checkout.copy.read(blob, path),
  });
  const files = await Promise.all([...new Map(found.map((file) => [file.path, file])).values()].map(read));
  await inTransaction((tx) => storeLocalFiles(tx, checkout.repository.id, files));
}
