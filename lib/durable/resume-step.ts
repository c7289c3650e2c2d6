import { deleteStepItem, insertDiscovery } from './item-table'
import { saveStep } from './step-table'
import type { Tx } from './transaction'

/** Ends a step that waited for something with what came, and lets its run go on. Nothing when it doesn't wait any more. */
export async function resumeStep(tx: Tx, runId: string, stepId: string, result: unknown): Promise<void> {
  const item = await deleteStepItem(tx, runId, stepId)
  if (!item) return
  await saveStep(tx, runId, stepId, result)
  await insertDiscovery(tx, runId, item.race)
}
