import type { Command } from 'commander'
import { removeTranscription } from '@/lib/library/contract'
import { emptyTrash, listTrash, restoreTranscription } from '@/lib/library/trash/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { addPaging, type OffsetPage, printPage } from '../options/paging'
import { perform } from '../perform'
import { confirm } from '../terminal/confirm'

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

type TrashOptions = OffsetPage & { empty?: boolean; yes?: boolean }

async function trash(context: Context, { empty = false, yes = false, ...page }: TrashOptions): Promise<void> {
  if (empty) {
    const question = 'This permanently deletes all transcripts in your trash. Empty the trash?'
    if (!yes && !(await confirm(context, question))) throw new Failure('usage', 'Nothing was deleted.')
    const { body } = await context.call(emptyTrash, {})
    return context.print(body, `${body.deleted} deleted permanently.\n`)
  }
  const { body } = await context.call(listTrash, { query: page })
  const rows = body.transcriptions.map(({ id, title, url, deleted_permanently_at: until }) => [
    id,
    `until ${until.slice(0, 10)}`,
    title ?? url,
  ])
  await printPage(context, body, rows, 'The trash is empty.')
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
  addPaging(program.command('trash').description('List what can be restored, or empty the trash'), 'offset', 20)
    .option('--empty', 'delete all of it permanently')
    .option('-y, --yes', 'skip the confirmation')
    .action(perform(interruption, trash))
}
