import { type Command, Option } from 'commander'
import type { OperationRequest } from '@/lib/core/operations/operation'
import { libraryQuerySchema, listTranscriptions, type Transcription } from '@/lib/library/contract'
import type { Context } from '../context'
import { durationInWords } from '../duration-in-words'
import { addPaging, printPage } from '../options/paging'
import { perform } from '../perform'

const { platform, state, source, sort, order } = libraryQuerySchema.shape

type Query = OperationRequest<typeof listTranscriptions>['query']
type Options = Omit<Query, 'created_after' | 'created_before'> & { after?: string; before?: string }

function statusWords(transcription: Transcription): string {
  const { status, progress, error_code: error, complete } = transcription
  const { duration_seconds: covered, total_seconds: total } = transcription
  if (status === 'error') return error ?? 'failed'
  if (status === 'done' && !complete) return covered < total ? 'partial' : 'incomplete'
  if (status === 'done') return 'done'
  return progress === null ? status.replace('_', ' ') : `${Math.floor(progress * 100)} %`
}

function row(libraryItem: Transcription): string[] {
  const { id, lang, total_seconds: total, created_at: created, title, url } = libraryItem
  return [id, created.slice(0, 10), statusWords(libraryItem), lang ?? '', durationInWords(total), title ?? url]
}

async function history(context: Context, { after, before, ...filters }: Options): Promise<void> {
  const query: Query = { ...filters, created_after: after ?? null, created_before: before ?? null }
  const { body } = await context.call(listTranscriptions, { query })
  await printPage(context, body, body.transcriptions.map(row), 'No transcripts.')
}

export function addHistory(program: Command, interruption: AbortSignal): void {
  const command = program.command('history').description('List your transcripts and running jobs')
  addPaging(command, 'offset', 20)
    .option('--q <text>', "a part of the platform's own id")
    .option('--search <words>', 'words in the text or title')
    .option('--tag <name>', 'filter by tag')
    .option('--lang <lang>', 'filter by language of the text')
    .option('--published', 'only transcripts with a public page')
    .option('--after <time>', 'created then or later: a day in UTC, or a time')
    .option('--before <time>', 'created earlier: a day in UTC, or a time')
    .addOption(
      new Option('--source <source>', 'filter by source of the text').choices(source.unwrap().unwrap().options),
    )
    .addOption(new Option('--platform <name>', 'filter by platform').choices(platform.unwrap().unwrap().options))
    .addOption(new Option('--state <state>', 'filter by state').choices(state.unwrap().unwrap().options))
    .addOption(new Option('--sort <field>', 'sort field').choices(sort.unwrap().options).default('created_at'))
    .addOption(new Option('--order <order>', 'sort order').choices(order.unwrap().options).default('desc'))
    .action(perform(interruption, history))
}
