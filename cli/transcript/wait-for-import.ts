import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@/lib/api/client'
import { getImport, type ImportBatch } from '@/lib/imports/contract'
import { isImportEnded } from '@/lib/imports/states'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { oneLine } from '../terminal/printable'
import { progressBar } from '../terminal/progress-bar'
import { shortLabel } from './job-line'

const ASK_EVERY_MS = 3_000

const itemsOf = ({ platform }: Pick<ImportBatch, 'platform'>) =>
  platform === null || platform === 'podcast' ? 'episodes' : 'videos'

/** How far an import is, in words. */
export function batchWords({
  status,
  total,
  done,
  failed,
  skipped,
  note,
  title,
  platform,
  source_url: url,
}: ImportBatch): string {
  const counts = [
    `${done} of ${total} ${itemsOf({ platform })} done`,
    failed && `${failed} failed`,
    skipped && `${skipped} skipped`,
  ]
  const state = status === 'done' ? '' : ` (${status.replace('_', ' ')})`
  return `${oneLine(title ?? url)}: ${counts.filter(Boolean).join(', ')}${state}${note ? `. ${oneLine(note)}` : ''}`
}

function batchLine(batch: ImportBatch): string {
  const { title, source_url: url, total, done, failed, skipped } = batch
  const share = total === 0 ? 0 : (done + failed + skipped) / total
  return `${shortLabel(title ?? url)}  ${progressBar(share)}  ${done} of ${total} ${itemsOf(batch)} done`
}

async function untilEnded({ call, signal, terminal }: Context, batchId: string): Promise<ImportBatch> {
  for (;;) {
    try {
      const { body } = await call(getImport, { params: { batch_id: batchId } })
      terminal.board.set(batchId, batchLine(body))
      if (isImportEnded(body.status)) return body
    } catch (error) {
      // A server that is away for a moment goes on with the import when it is back.
      if (!(error instanceof ApiError) || !error.problem.retryable) throw error
    }
    await sleep(ASK_EVERY_MS, undefined, { signal })
  }
}

/** Waits until an import has ended. Interrupting it says that the import continues. */
export async function waitForImport(context: Context, batchId: string): Promise<ImportBatch> {
  const { signal, terminal } = context
  try {
    return await untilEnded(context, batchId)
  } catch (error) {
    const reason: unknown = signal.reason
    if (!signal.aborted || !(reason instanceof Failure)) throw error
    throw reason.adding(`The import continues. See its progress with\n  verbatim import status ${batchId} --wait`, {
      batch_id: batchId,
    })
  } finally {
    terminal.board.set(batchId, null)
  }
}
