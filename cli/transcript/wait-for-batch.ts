import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@/lib/api/client'
import { type Batch, getBatch } from '@/lib/imports/batches/contract'
import { isImportEnded } from '@/lib/imports/states'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { batchLine } from './batch-words'

const ASK_EVERY_MS = 2_000

async function untilEnded({ call, signal, terminal }: Context, batchId: string): Promise<Batch> {
  for (;;) {
    try {
      const { body } = await call(getBatch, { params: { batch_id: batchId } })
      terminal.board.set(batchId, batchLine(body))
      if (isImportEnded(body.status)) return body
    } catch (error) {
      // A server that is away for a moment goes on with the batch when it is back.
      if (!(error instanceof ApiError) || !error.problem.retryable) throw error
    }
    await sleep(ASK_EVERY_MS, undefined, { signal })
  }
}

/** Waits until a batch has ended. Interrupting it says that the batch continues. */
export async function waitForBatch(context: Context, batchId: string): Promise<Batch> {
  const { signal, terminal } = context
  try {
    return await untilEnded(context, batchId)
  } catch (error) {
    const reason: unknown = signal.reason
    if (!signal.aborted || !(reason instanceof Failure)) throw error
    throw reason.adding(`The batch continues. See its progress with\n  verbatim batch status ${batchId} --wait`, {
      batch_id: batchId,
    })
  } finally {
    terminal.board.set(batchId, null)
  }
}
