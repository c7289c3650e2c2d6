import type { Command } from 'commander'
import { updateTranscription } from '@/lib/library/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { perform } from '../perform'

type Options = { reset?: boolean }

async function rename(context: Context, id: string, title: string | undefined, { reset }: Options): Promise<void> {
  if ((title === undefined) === !reset)
    throw new Failure('usage', 'Enter a title, or use --reset to restore the original.')
  const { body } = await context.call(updateTranscription, { params: { id }, body: { title: title ?? null } })
  await context.print(body, `Renamed to ${body.title ?? 'its link'}.\n`)
}

export function addRename(program: Command, interruption: AbortSignal): void {
  program
    .command('rename')
    .description('Rename a transcript')
    .argument('<id>', 'the transcript ID')
    .argument('[title]', 'the new title')
    .option('--reset', 'restore the title of the source')
    .action(perform(interruption, rename))
}
