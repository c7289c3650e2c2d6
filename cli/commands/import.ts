import { type Command, Option } from 'commander'
import type { OperationRequest } from '@/lib/core/operations/operation'
import { MAX_CHOSEN } from '@/lib/imports/choice/choose-items'
import {
  cancelImport,
  getImport,
  type ImportBatch,
  type ImportRequest,
  itemStatusSchema,
  listImportItems,
  listImports,
  startImport,
} from '@/lib/imports/contract'
import { previewImport } from '@/lib/imports/preview/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { addPaging, printPage } from '../options/paging'
import { parseCount } from '../options/parse-count'
import { perform } from '../perform'
import { toTable } from '../terminal/to-table'
import { itemOutcome } from '../transcript/batch-words'
import { importWords } from '../transcript/import-words'
import { previewWords } from '../transcript/preview-words'
import { waitForImport } from '../transcript/wait/wait-for-import'
import { findSubscriptions, startSubscriptions } from './import-subscriptions'

/** Prints an import as it is or, with `--wait`, when it has ended. */
async function report(context: Context, batchId: string, { wait = false }: { wait?: boolean }): Promise<void> {
  const batch = wait
    ? await waitForImport(context, batchId)
    : (await context.call(getImport, { params: { batch_id: batchId } })).body
  await context.print(batch, `${importWords(batch)}\n`)
}

type StartOptions = {
  lang?: string
  wait?: boolean
  dryRun?: boolean
  search?: string
  from?: number
  to?: number
  newest?: number
  onlyWithCaptions?: boolean
  id?: string[]
  max?: number
}

function choiceOf(options: StartOptions): Omit<ImportRequest, 'url' | 'ids'> {
  const { lang, search, from, to, newest, onlyWithCaptions, max: maximum } = options
  return {
    ...(lang ? { lang } : {}),
    ...(search ? { search } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(newest ? { newest } : {}),
    ...(onlyWithCaptions ? { only_with_captions: true } : {}),
    ...(maximum ? { maximum } : {}),
  }
}

/** Prints what an import would take and cost. */
async function preview(context: Context, request: ImportRequest): Promise<void> {
  const { body } = await context.call(previewImport, { body: request })
  await context.print(body, previewWords(body))
}

async function start(context: Context, given: string, options: StartOptions): Promise<void> {
  const { wait = false, dryRun, id: ids } = options
  const choice = choiceOf(options)
  const subscriptions = await findSubscriptions(given)
  if (subscriptions && (dryRun || ids)) {
    throw new Failure('usage', '--dry-run and --id are for one podcast or list, not for an OPML file.')
  }
  if (subscriptions) return startSubscriptions(context, { ...subscriptions, ...choice }, { wait })
  const request = { url: given, ...choice, ...(ids ? { ids } : {}) }
  if (dryRun) return preview(context, request)
  const { body } = await context.call(startImport, { body: request })
  if (wait) return report(context, body.batch_id, { wait })
  await context.print(body, `${body.batch_id}\n`)
  context.terminal.say(`The import has begun. See how far it is with verbatim import status ${body.batch_id}`)
}

async function list(context: Context): Promise<void> {
  const { body } = await context.call(listImports, {})
  const row = ({ id, created_at: created, status, done, total, title, source_url: url }: ImportBatch) => [
    id,
    created?.slice(0, 10) ?? '',
    status.replace('_', ' '),
    `${done} of ${total}`,
    title ?? url,
  ]
  await context.print(body, body.length === 0 ? 'Nothing was imported.\n' : toTable(body.map(row)))
}

type ItemsOptions = OperationRequest<typeof listImportItems>['query']

async function items(context: Context, batchId: string, query: ItemsOptions): Promise<void> {
  const { body } = await context.call(listImportItems, { params: { batch_id: batchId }, query })
  const rows = body.items.map((item) => [
    item.transcript_id ?? '',
    item.published?.slice(0, 10) ?? '',
    item.title,
    itemOutcome(item),
  ])
  await printPage(context, body, rows, 'No items.')
}

async function cancel(context: Context, batchId: string): Promise<void> {
  const { body } = await context.call(cancelImport, { params: { batch_id: batchId } })
  await context.print(body, `${importWords(body)}\n`)
}

export function addImport(program: Command, interruption: AbortSignal): void {
  const command = program.command('import').description('Import podcasts, playlists and channels, and see the progress')
  command
    .command('start', { isDefault: true })
    .description(
      'Transcribe a show, a playlist, a channel or the podcasts of an OPML file, or a part of each, but for what you have already; print the id of each import',
    )
    .argument(
      '<source>',
      "a show's feed or page, the link of a playlist, channel, profile or series, or an OPML file with podcasts",
    )
    .option('-l, --lang <tag>', 'the preferred language')
    .option('--dry-run', 'start nothing; print what would be imported, its cost and your remaining minutes')
    .option('--search <words>', 'only items with all these words in the title')
    .option('--from <n>', 'first position in the list, counted from 1', parseCount(1, 999_999_999))
    .option('--to <n>', 'last position in the list', parseCount(1, 999_999_999))
    .option('--newest <n>', 'only the newest n items', parseCount(1, MAX_CHOSEN))
    .option('--only-with-captions', 'skip items that need speech-to-text')
    .option('--id <ids...>', 'only items with these IDs (guid in the output of --dry-run --json)')
    .option('--max <n>', 'maximum number of new items', parseCount(1, MAX_CHOSEN))
    .option('--wait', 'wait until the import ends')
    .action(perform(interruption, start))
  command.command('list').description('List your imports').action(perform(interruption, list))
  command
    .command('status')
    .description('Tell how far an import is')
    .argument('<import>', "the import's id")
    .option('--wait', 'wait until the import ends')
    .action(perform(interruption, report))
  const listing = command
    .command('items')
    .description('List the episodes or videos of an import, each with its outcome')
    .argument('<import>', "the import's id")
    .addOption(new Option('--status <status>', 'filter by status').choices(itemStatusSchema.options))
  addPaging(listing, 'offset', 50).action(perform(interruption, items))
  command
    .command('cancel')
    .description('Cancel an import; what is done stays')
    .argument('<import>', "the import's id")
    .action(perform(interruption, cancel))
}
