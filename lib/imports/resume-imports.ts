import { log } from '@/lib/core/log'
import { RUN_SLACK_SECONDS, replaceLostImport } from './import-run'
import { findImportsWithoutRun, findOverdueImports } from './import-table'
import { IMPORT_REQUESTED } from './open-imports'

/** The durable function that works on imports, and its id among those of the app. */
export const IMPORT_SHOW = 'import-show'
const FUNCTION_ID = `verbatim-${IMPORT_SHOW}`

/**
 * Restarts running imports whose run has ended; concurrent calls restart each only once. `embedded`: the runs are in
 * this database; with an Inngest server a run counts as lost when nobody has worked on the import for longer than
 * planned. Returns how many there were.
 */
export async function resumeImports(embedded: boolean): Promise<number> {
  const lost = embedded
    ? await findImportsWithoutRun(FUNCTION_ID, IMPORT_REQUESTED.name)
    : await findOverdueImports(RUN_SLACK_SECONDS)
  for (const run of lost) {
    log.error('an import without a run was found', { batch_id: run.batchId })
    await replaceLostImport(run)
  }
  return lost.length
}
