import { getImport, type ImportBatch } from '@/lib/imports/contract'
import type { Context } from '../../context'
import { oneLine } from '../../terminal/printable'
import { progressBar } from '../../terminal/progress-bar'
import { shortLabel } from '../job-line'
import { waitUntilEnded } from './wait-until-ended'

const itemsOf = ({ platform }: Pick<ImportBatch, 'platform'>) =>
  platform === null || platform === 'podcast' ? 'episodes' : 'videos'

/** The progress of an import, in words. */
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

/** Waits until an import has ended. Interrupting it says that the import continues. */
export async function waitForImport(context: Context, batchId: string): Promise<ImportBatch> {
  return waitUntilEnded(context, {
    id: batchId,
    read: async () => (await context.call(getImport, { params: { batch_id: batchId } })).body,
    line: batchLine,
    continues: `The import continues. See its progress with\n  verbatim import status ${batchId} --wait`,
  })
}
