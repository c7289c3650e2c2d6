import type { Command } from 'commander'
import { ApiError } from '@/lib/api/client'
import { changeTranscriptions } from '@/lib/library/contract'
import { listTags } from '@/lib/library/tags/contract'
import type { Context } from '../context'
import { perform } from '../perform'
import { toTable } from '../terminal/to-table'

async function tag(context: Context, id: string, tags: string[], { remove = false }: { remove?: boolean }) {
  const action = remove ? 'remove_tags' : 'add_tags'
  const { body } = await context.call(changeTranscriptions, { body: { action, ids: [id], tags } })
  const problem = body.outcomes[0]?.error
  if (problem) throw new ApiError(problem)
  await context.print(body, remove ? 'Tags removed.\n' : 'Tags added.\n')
}

async function tags(context: Context): Promise<void> {
  const { body } = await context.call(listTags, {})
  const rows = body.tags.map(({ name, transcriptions }) => [name, String(transcriptions)])
  await context.print(body, rows.length === 0 ? 'No tags yet.\n' : toTable(rows))
}

export function addTag(program: Command, interruption: AbortSignal): void {
  program
    .command('tag')
    .description('Add tags to a transcript, or remove them')
    .argument('<id>', 'the transcript ID')
    .argument('<tag...>', 'the tags')
    .option('--remove', 'remove these tags')
    .action(perform(interruption, tag))
  program.command('tags').description('List your tags').action(perform(interruption, tags))
}
