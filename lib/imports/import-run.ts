import { Problem } from '@/lib/core/problem/problem'
import type { Recovery } from '@/lib/durable/work'
import { failImport } from './end-import'
import { IMPORT_WORK, type ImportData } from './open-imports'
import { OPEN_STATUSES } from './states'

/** Imports run at the same time up to this number: each occupies a slot of the executor, which jobs need too. */
export const IMPORTS_AT_A_TIME = 4

/** Continues an import in another run. */
export const IMPORT_RECOVERY: Recovery<ImportData> = {
  ...IMPORT_WORK,
  next: async (tx, id) => {
    const where = { id, status: { in: OPEN_STATUSES } }
    const batch = await tx.importBatch.findFirst({ where, select: { userId: true } })
    return batch && { batchId: id, userId: batch.userId }
  },
  giveUp: (id) => failImport(id, new Problem('internal_error', { cause: 'all of its runs were lost' })),
}
