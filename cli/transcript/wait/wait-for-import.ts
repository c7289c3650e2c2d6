import { getImport, type ImportBatch } from '@/lib/imports/contract'
import type { Context } from '../../context'
import { importLine } from '../import-words'
import { waitUntilEnded } from './wait-until-ended'

/** Waits until an import has ended. Interrupting it says that the import continues. */
export async function waitForImport(context: Context, batchId: string): Promise<ImportBatch> {
  return waitUntilEnded(context, {
    id: batchId,
    read: async () => (await context.call(getImport, { params: { batch_id: batchId } })).body,
    line: importLine,
    continues: `The import continues. See its progress with\n  verbatim import status ${batchId} --wait`,
  })
}
