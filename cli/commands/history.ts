import { type Command, Option } from 'commander'
import {
  libraryQuerySchema,
  listTranscriptions,
  type Transcription,
  type TranscriptionList,
} from '@/lib/library/contract'
import type { OperationRequest } from '@/lib/platform/operation'
import type { Context } from '../context'
import { lengthWords } from '../length-words'
import { perform } from '../perform'
import { toTable } from '../terminal/to-table'
import { parseCount } from './parse-count'

const { platform, state, sort, order } = libraryQuerySchema.shape
const MAX_PAGE = 100

type Options = OperationRequest<typeof listTranscriptions>['query']

function statusWords({ status, progress, error_code: error, complete }: Transcription): string {
  if (status === 'error') return error ?? 'failed'
  if (status === 'done') return complete ? 'done' : 'partial'
  return progress === null ? status.replace('_', ' ') : `${Math.floor(progress * 100)} %`
}

function row(libraryItem: Transcription): string[] {
  const { id, lang, total_seconds: total, created_at: created, title, url } = libraryItem
  return [id, created.slice(0, 10), statusWords(libraryItem), lang ?? '', lengthWords(total), title ?? url]
}

function words({ transcriptions, total, offset }: TranscriptionList): string {
  if (transcriptions.length === 0) return 'Nothing here.\n'
  const end = offset + transcriptions.length
  const more = end < total ? `\n${end} of ${total}. Go on with --offset ${end}\n` : ''
  return toTable(transcriptions.map(row)) + more
}

async function history(context: Context, options: Options): Promise<void> {
  const { body } = await context.call(listTranscriptions, { query: options })
  await context.print(body, words(body))
}

/** verbatim history */
export function addHistory(program: Command, interruption: AbortSignal): void {
  program
    .command('history')
    .description('List your transcripts, and those under way')
    .option('-n, --limit <n>', 'how many', parseCount(1, MAX_PAGE), 20)
    .option('--offset <n>', 'how many to leave out before', parseCount(0, 999_999_999), 0)
    .option('--q <text>', "a part of the platform's own id")
    .option('--search <words>', 'words of the text or its title')
    .addOption(new Option('--platform <name>', 'where it came from').choices(platform.unwrap().unwrap().options))
    .addOption(new Option('--state <state>', 'how it is').choices(state.unwrap().unwrap().options))
    .addOption(new Option('--sort <field>', 'by what').choices(sort.unwrap().options).default('created_at'))
    .addOption(new Option('--order <order>', 'which way').choices(order.unwrap().options).default('desc'))
    .action(perform(interruption, history))
}
