import { type Command, Option } from 'commander'
import type { OperationRequest } from '@/lib/core/operations/operation'
import {
  cancelImport,
  getImport,
  type ImportBatch,
  type ImportItemList,
  type ImportRequest,
  itemStatusSchema,
  listImportItems,
  listImports,
  startImport,
} from '@/lib/imports/contract'
import { previewImport } from '@/lib/imports/preview/contract'
import type { Context } from '../context'
import { parseCount } from '../options/parse-count'
import { perform } from '../perform'
import { oneLine } from '../terminal/printable'
import { progressBar } from '../terminal/progress-bar'
import { toTable } from '../terminal/to-table'
import { itemOutcome } from '../transcript/batch-words'
import { shortLabel } from '../transcript/job-line'
import { previewWords } from '../transcript/preview-words'
import { waitUntilEnded } from '../transcript/wait/wait-until-ended'

const itemsOf = ({ platform }: Pick<ImportBatch, 'platform'>) =>
  platform === null || platform === 'podcast' ? 'episodes' : 'videos'

function batchWords({
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
async function waitForImport(context: Context, batchId: string): Promise<ImportBatch> {
  return waitUntilEnded(context, {
    id: batchId,
    read: async () => (await context.call(getImport, { params: { batch_id: batchId } })).body,
    line: batchLine,
    continues: `The import continues. See its progress with\n  verbatim import status ${batchId} --wait`,
  })
}

/** Prints an import as it is or, with `--wait`, when it has ended. */
async function report(context: Context, batchId: string, { wait = false }: { wait?: boolean }): Promise<void> {
  const batch = wait
    ? await waitForImport(context, batchId)
    : (await context.call(getImport, { params: { batch_id: batchId } })).body
  await context.print(batch, `${batchWords(batch)}\n`)
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

function requestOf(url: string, options: StartOptions): ImportRequest {
  const { lang, search, from, to, newest, onlyWithCaptions, id: ids, max: maximum } = options
  return {
    url,
    ...(lang ? { lang } : {}),
    ...(search ? { search } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(newest ? { newest } : {}),
    ...(onlyWithCaptions ? { only_with_captions: true } : {}),
    ...(ids ? { ids } : {}),
    ...(maximum ? { maximum } : {}),
  }
}

/** Prints what an import would take and cost. */
async function preview(context: Context, request: ImportRequest): Promise<void> {
  const { body } = await context.call(previewImport, { body: request })
  await context.print(body, previewWords(body))
}

async function start(context: Context, url: string, options: StartOptions): Promise<void> {
  const request = requestOf(url, options)
  if (options.dryRun) return preview(context, request)
  const { wait = false } = options
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

function itemWords({ items, total, offset }: ImportItemList): string {
  if (items.length === 0) return 'No items.\n'
  const end = offset + items.length
  const rows = items.map((item) => [
    item.transcript_id ?? '',
    item.published?.slice(0, 10) ?? '',
    item.title,
    itemOutcome(item),
  ])
  return toTable(rows) + (end < total ? `\n${end} of ${total}. Continue with --offset ${end}\n` : '')
}

type ItemsOptions = OperationRequest<typeof listImportItems>['query']

async function items(context: Context, batchId: string, query: ItemsOptions): Promise<void> {
  const { body } = await context.call(listImportItems, { params: { batch_id: batchId }, query })
  await context.print(body, itemWords(body))
}

async function cancel(context: Context, batchId: string): Promise<void> {
  const { body } = await context.call(cancelImport, { params: { batch_id: batchId } })
  await context.print(body, `${batchWords(body)}\n`)
}

export function addImport(program: Command, interruption: AbortSignal): void {
  const command = program.command('import').description('Import podcasts, playlists and channels, and see the progress')
  command
    .command('start', { isDefault: true })
    .description(
      'Transcribe a show, a playlist or a channel, or a part of it, but for what you have already; print the id of the import',
    )
    .argument('<url>', "a show's feed or page, or the link of a playlist, channel, profile or series")
    .option('-l, --lang <tag>', 'the preferred language')
    .option('--dry-run', 'start nothing; print what would be imported, its cost and your remaining minutes')
    .option('--search <words>', 'only items with all these words in the title')
    .option('--from <n>', 'first position in the list, counted from 1', parseCount(1, 999_999_999))
    .option('--to <n>', 'last position in the list', parseCount(1, 999_999_999))
    .option('--newest <n>', 'only the newest n items', parseCount(1, 50_000))
    .option('--only-with-captions', 'skip items that need speech-to-text')
    .option('--id <ids...>', 'only items with these IDs (guid in the output of --dry-run --json)')
    .option('--max <n>', 'maximum number of new items', parseCount(1, 50_000))
    .option('--wait', 'wait until the import ends')
    .action(perform(interruption, start))
  command
    .command('list')
    .description('List your imports')
    .action(perform(interruption, (context) => list(context)))
  command
    .command('status')
    .description('Tell how far an import is')
    .argument('<import>', "the import's id")
    .option('--wait', 'wait until the import ends')
    .action(perform(interruption, report))
  command
    .command('items')
    .description('List the episodes or videos of an import, each with its outcome')
    .argument('<import>', "the import's id")
    .addOption(new Option('--status <status>', 'filter by status').choices(itemStatusSchema.options))
    .option('-n, --limit <n>', 'maximum number of results', parseCount(1, 100), 50)
    .option('--offset <n>', 'number of results to skip', parseCount(0, 999_999_999), 0)
    .action(perform(interruption, items))
  command
    .command('cancel')
    .description('Cancel an import; what is done stays')
    .argument('<import>', "the import's id")
    .action(perform(interruption, (context, batchId: string) => cancel(context, batchId)))
}
