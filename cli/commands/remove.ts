import type { Command } from 'commander'
import { removeTranscription } from '@/lib/library/contract'
import { emptyTrash, listTrash, restoreTranscription } from '@/lib/library/trash/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { parseCount } from '../options/parse-count'
import { perform } from '../perform'
import { confirm } from '../terminal/confirm'
import { toTable } from '../terminal/to-table'

type RemoveOptions = { yes?: boolean; permanently?: boolean }

async function remove(
  context: Context,
  id: string,
  { yes = false, permanently = false }: RemoveOptions,
): Promise<void> {
  const question = permanently
    ? 'This permanently deletes the transcript, its public page and its uploaded file. Delete it permanently?'
    : 'The public page goes offline. You can restore the transcript for 30 days. Delete it?'
  if (!yes && !(await confirm(context, question))) throw new Failure('usage', 'Nothing was deleted.')
  await context.call(removeTranscription, { params: { id }, query: { permanently } })
  const outcome = permanently ? 'Deleted permanently.\n' : `Deleted. To restore it: verbatim restore ${id}\n`
  await context.print({ id, removed: true, permanently }, outcome)
}

async function restore(context: Context, id: string): Promise<void> {
  const { body } = await context.call(restoreTranscription, { params: { id } })
  await context.print(body, `Restored${body.title === null ? '' : ` ${body.title}`}.\n`)
}

type TrashOptions = { limit: number; offset: number; empty?: boolean; yes?: boolean }

async function trash(context: Context, { limit, offset, empty = false, yes = false }: TrashOptions): Promise<void> {
  if (empty) {
    const question = 'This permanently deletes all transcripts in your trash. Empty the trash?'
    if (!yes && !(await confirm(context, question))) throw new Failure('usage', 'Nothing was deleted.')
    const { body } = await context.call(emptyTrash, {})
    return context.print(body, `${body.deleted} deleted permanently.\n`)
  }
  const { body } = await context.call(listTrash, { query: { limit, offset } })
  const { transcriptions, total } = body
  const end = offset + transcriptions.length
  const rows = transcriptions.map(({ id, title, url, deleted_permanently_at: until }) => [
    id,
    `until ${until.slice(0, 10)}`,
    title ?? url,
  ])
  const more = end < total ? `\n${end} of ${total}. For more: --offset ${end}\n` : ''
  await context.print(body, total === 0 ? 'The trash is empty.\n' : toTable(rows) + more)
}

/** verbatim remove, restore and trash */
export function addRemove(program: Command, interruption: AbortSignal): void {
  program
    .command('remove')
    .description('Move a transcript to the trash, or delete it permanently')
    .argument('<id>', 'the ID of the transcript')
    .option('--permanently', 'delete it permanently, also from the trash')
    .option('-y, --yes', 'skip the confirmation')
    .action(perform(interruption, remove))
  program
    .command('restore')
    .description('Restore a transcript from the trash')
    .argument('<id>', 'the ID of the transcript')
    .action(perform(interruption, restore))
  program
    .command('trash')
    .description('List what can be restored, or empty the trash')
    .option('-n, --limit <n>', 'maximum number of results', parseCount(1, 100), 20)
    .option('--offset <n>', 'results to skip', parseCount(0, 999_999_999), 0)
    .option('--empty', 'delete all of it permanently')
    .option('-y, --yes', 'skip the confirmation')
    .action(perform(interruption, trash))
}
