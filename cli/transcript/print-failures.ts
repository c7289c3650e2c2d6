import { type Batch, type BatchItem, listBatchItems, type RefusedBatchItem } from '@/lib/imports/batches/contract'
import type { Context } from '../context'
import { exitCodeOf } from '../failure/exit-code'
import { ExitWithCode } from '../failure/exit-with-code'
import { problemWords } from '../failure/print-problem'
import { itemOutcome, sourceOfItem } from './batch-words'
import { shortLabel } from './job-line'

/** The problem of an item that the allowance did not cover, for its exit code. */
const UNAFFORDABLE = { code: 'allowance_exceeded', status: 402 }

/** Prints which items of a batch were refused, by what they were given as. */
export function printRefused(
  { terminal, json }: Context,
  errors: readonly RefusedBatchItem[],
  given: readonly string[],
): void {
  if (json) return
  for (const { index, problem } of errors) {
    terminal.insist(`${terminal.paint('red', '✗')} ${shortLabel(given[index] ?? '')}: ${problemWords(problem)}`)
  }
}

async function* readItems(
  context: Context,
  batchId: string,
  status: 'failed' | 'skipped',
): AsyncGenerator<BatchItem, void> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { status, limit: 100, ...(cursor ? { cursor } : {}) }
    const { body } = await context.call(listBatchItems, { params: { batch_id: batchId }, query })
    yield* body.items
    cursor = body.next_cursor
  }
}

/** Prints which items of an ended batch have no transcript, and throws the exit code of the first of it. */
export async function printFailures(context: Context, batch: Batch): Promise<void> {
  const { terminal, json } = context
  const codes: number[] = []
  for (const status of ['failed', 'skipped'] as const) {
    if (batch[status] === 0) continue
    for await (const item of readItems(context, batch.id, status)) {
      codes.push(exitCodeOf(item.error ?? UNAFFORDABLE))
      const line = `${terminal.paint('red', '✗')} ${shortLabel(sourceOfItem(item))}: ${itemOutcome(item)}`
      if (!json) terminal.insist(line)
    }
  }
  const [first] = codes
  if (first !== undefined) throw new ExitWithCode(first)
}
