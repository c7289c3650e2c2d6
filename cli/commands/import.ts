import { type Command, Option } from 'commander'
import {
  cancelImport,
  getImport,
  type ImportBatch,
  type ImportItem,
  type ImportItemList,
  ITEM_STATUSES,
  listImportItems,
  listImports,
  startImport,
} from '@/lib/imports/contract'
import type { OperationRequest } from '@/lib/platform/operation'
import type { Context } from '../context'
import { perform } from '../perform'
import { oneLine } from '../terminal/printable'
import { toTable } from '../terminal/to-table'
import { batchWords, waitForImport } from '../transcript/wait-for-import'
import { parseCount } from './parse-count'

/** Prints an import as it is or, where that is wished for, when it has ended. */
async function report(context: Context, batchId: string, { wait = false }: { wait?: boolean }): Promise<void> {
  const batch = wait
    ? await waitForImport(context, batchId)
    : (await context.call(getImport, { params: { batch_id: batchId } })).body
  await context.print(batch, `${batchWords(batch)}\n`)
}

async function start(
  context: Context,
  url: string,
  { lang, wait = false }: { lang?: string; wait?: boolean },
): Promise<void> {
  const { body } = await context.call(startImport, { body: { url, ...(lang ? { lang } : {}) } })
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

function outcome({ status, reason, error, progress }: ImportItem): string {
  if (status === 'failed') return `failed: ${error ? oneLine(error.detail) : 'it is not known why'}`
  if (status === 'skipped') return `skipped: ${(reason ?? 'for no reason given').replaceAll('_', ' ')}`
  return status === 'in_progress' ? `${Math.floor((progress ?? 0) * 100)} %` : status
}

function itemWords({ items, total, offset }: ImportItemList): string {
  if (items.length === 0) return 'No episodes.\n'
  const end = offset + items.length
  const rows = items.map((item) => [
    item.transcript_id ?? '',
    item.published?.slice(0, 10) ?? '',
    item.title,
    outcome(item),
  ])
  return toTable(rows) + (end < total ? `\n${end} of ${total}. Go on with --offset ${end}\n` : '')
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

/** verbatim import */
export function addImport(program: Command, interruption: AbortSignal): void {
  const command = program.command('import').description('Transcribe whole shows, and see how far that is')
  command
    .command('start', { isDefault: true })
    .description('Transcribe a whole show, but for what you have already; print the id of the import')
    .argument('<url>', "a show's feed or page")
    .option('-l, --lang <tag>', 'the language wished for')
    .option('--wait', 'wait until it has ended')
    .action(perform(interruption, start))
  command
    .command('list')
    .description('List your imports')
    .action(perform(interruption, (context) => list(context)))
  command
    .command('status')
    .description('Tell how far an import is')
    .argument('<import>', "the import's id")
    .option('--wait', 'wait until it has ended')
    .action(perform(interruption, report))
  command
    .command('items')
    .description('List the episodes of an import, each with its outcome')
    .argument('<import>', "the import's id")
    .addOption(new Option('--status <status>', 'only those').choices(ITEM_STATUSES))
    .option('-n, --limit <n>', 'how many', parseCount(1, 100), 50)
    .option('--offset <n>', 'how many to leave out before', parseCount(0, 999_999_999), 0)
    .action(perform(interruption, items))
  command
    .command('cancel')
    .description('Cancel an import; what is done stays')
    .argument('<import>', "the import's id")
    .action(perform(interruption, (context, batchId: string) => cancel(context, batchId)))
}
