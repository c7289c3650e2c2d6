import { type Command, Option } from 'commander'
import { DOWNLOAD_FORMATS, type DownloadFormat, isBinary } from '@/lib/captions/document-files'
import {
  type Batch,
  type BatchItem,
  type BatchItemRequest,
  cancelBatch,
  getBatch,
  listBatches,
  listBatchItems,
  MAX_BATCH_ITEMS,
  startBatch,
} from '@/lib/imports/batches/contract'
import { itemStatusSchema } from '@/lib/imports/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { FORMAT_OPTION, parseFormat, requestedFormat } from '../options/formats'
import { addPaging, type CursorPage, printPage } from '../options/paging'
import { perform } from '../perform'
import { type BatchEntry, readBatchFile } from '../source/batch-file'
import { findSource, type Source } from '../source/find-source'
import { uploadFile } from '../source/upload-file'
import { progressBar } from '../terminal/progress-bar'
import { batchLine, batchPreviewWords, batchWords, itemOutcome, sourceOfItem } from '../transcript/batch-words'
import { shortLabel } from '../transcript/job-line'
import { printFailures, printRefused } from '../transcript/print-failures'
import { saveResults } from '../transcript/save/save-results'
import { waitUntilEnded } from '../transcript/wait/wait-until-ended'

type StartOptions = {
  lang?: string
  format?: DownloadFormat
  output?: string
  strictLang?: boolean
  partial?: boolean
  dryRun?: boolean
  wait?: boolean
}

type Given = BatchEntry & { found: Source }

async function readGiven(file: string): Promise<Given[]> {
  const entries = await readBatchFile(file)
  if (entries.length === 0) throw new Failure('usage', 'Nothing to transcribe: the list is empty.')
  if (entries.length > MAX_BATCH_ITEMS) {
    throw new Failure('usage', `The list has ${entries.length} items. A batch has up to ${MAX_BATCH_ITEMS}: divide it.`)
  }
  const given: Given[] = []
  for (const entry of entries) given.push({ ...entry, found: await findSource(entry.source) })
  return given
}

function toItem({ lang, format, customId }: BatchEntry, options: StartOptions): Omit<BatchItemRequest, 'url'> {
  const wanted = format ?? (options.format ? requestedFormat(options.format) : 'text')
  const spoken = lang ?? options.lang
  return { format: wanted, ...(spoken ? { lang: spoken } : {}), ...(customId ? { custom_id: customId } : {}) }
}

/** Uploads the local files, each once, and returns their object paths by their own. */
async function uploadAll(context: Context, given: readonly Given[]): Promise<Map<string, string>> {
  const uploaded = new Map<string, string>()
  const { board } = context.terminal
  for (const { found } of given) {
    if (found.kind === 'link' || uploaded.has(found.path)) continue
    const show = (share: number) =>
      board.set(found.path, `${shortLabel(found.label)}  ${progressBar(share)}  uploading`)
    try {
      uploaded.set(found.path, await uploadFile(context, found, show))
    } finally {
      board.set(found.path, null)
    }
  }
  return uploaded
}

const flagsOf = ({ strictLang = false, partial = false }: StartOptions) => ({
  strict_lang: strictLang,
  allow_partial: partial,
})

/** Prints what a batch would cost. Local files are not uploaded for it, so that nothing is known of them. */
async function preview(context: Context, given: readonly Given[], options: StartOptions): Promise<void> {
  const links = given.filter(({ found }) => found.kind === 'link')
  const files = given.length - links.length
  if (files > 0) context.terminal.say(`Not in this estimate: ${files} local ${files === 1 ? 'file' : 'files'}.`)
  if (links.length === 0) return
  const items = links.map((entry) => ({ url: entry.source, ...toItem(entry, options) }))
  const { body } = await context.call(startBatch, { body: { items, ...flagsOf(options), dry_run: true } })
  if (!('dry_run' in body)) throw new Failure('usage', 'This server does not estimate batches. Update it.')
  const labels = links.map(({ source }) => source)
  await context.print(body, batchPreviewWords(body, labels))
  printRefused(context, body.errors, labels)
}

type FinishOptions = Pick<StartOptions, 'output' | 'format'>

/** Waits until a batch has ended. Interrupting it says that the batch continues. */
async function waitForBatch(context: Context, batchId: string): Promise<Batch> {
  return waitUntilEnded(context, {
    id: batchId,
    read: async () => (await context.call(getBatch, { params: { batch_id: batchId } })).body,
    line: batchLine,
    continues: `The batch continues. See its progress with\n  verbatim batch status ${batchId} --wait`,
  })
}

/** Waits for a batch, writes its transcripts where they are wanted, and prints how it ended. */
async function finish(context: Context, batchId: string, { output, format = 'text' }: FinishOptions): Promise<void> {
  const batch = await waitForBatch(context, batchId)
  if (output !== undefined) {
    const saved = await saveResults(context, batchId, { folder: output, format })
    context.terminal.say(`${saved} ${saved === 1 ? 'transcript' : 'transcripts'} written to ${output}`)
  }
  await context.print(batch, `${batchWords(batch)}\n`)
  await printFailures(context, batch)
}

async function start(context: Context, file: string, options: StartOptions): Promise<void> {
  const given = await readGiven(file)
  if (options.dryRun) return preview(context, given, options)
  const uploaded = await uploadAll(context, given)
  const items = given.map(({ found, ...entry }) => {
    const upload = found.kind === 'file' ? uploaded.get(found.path) : undefined
    return { ...(upload ? { upload } : { url: entry.source }), ...toItem(entry, options) }
  })
  const { body } = await context.call(startBatch, { body: { items, ...flagsOf(options) } })
  if ('dry_run' in body) return
  if (options.wait || options.output !== undefined) return finish(context, body.id, options)
  printRefused(
    context,
    body.errors,
    given.map(({ source }) => source),
  )
  await context.print(body, `${body.id}\n`)
  context.terminal.say(`The batch has begun. See how far it is with verbatim batch status ${body.id}`)
}

async function list(context: Context, query: CursorPage): Promise<void> {
  const { body } = await context.call(listBatches, { query })
  const row = ({ id, created_at: created, status, done, total }: Batch) => [
    id,
    created.slice(0, 10),
    status.replace('_', ' '),
    `${done} of ${total}`,
  ]
  await printPage(context, body, body.batches.map(row), 'No batches.')
}

async function report(context: Context, batchId: string, options: FinishOptions & { wait?: boolean }): Promise<void> {
  if (options.format && options.output === undefined) {
    throw new Failure('usage', '--format is that of the files. Name their folder with -o.')
  }
  if (options.wait || options.output !== undefined) return finish(context, batchId, options)
  const { body } = await context.call(getBatch, { params: { batch_id: batchId } })
  await context.print(body, `${batchWords(body)}\n`)
}

type ItemsOptions = CursorPage & { status?: BatchItem['status'] }

async function items(context: Context, batchId: string, query: ItemsOptions): Promise<void> {
  const { body } = await context.call(listBatchItems, { params: { batch_id: batchId }, query })
  const rows = body.items.map((item) => [
    `${item.index + 1}`,
    item.transcript_id ?? '',
    itemOutcome(item),
    item.title ?? sourceOfItem(item),
  ])
  await printPage(context, body, rows, 'No items.')
}

async function cancel(context: Context, batchId: string): Promise<void> {
  const { body } = await context.call(cancelBatch, { params: { batch_id: batchId } })
  await context.print(body, `${batchWords(body)}\n`)
}

const MORE = `
The file has a link or the path of a local file in each line, or is CSV with a column named url, and if you like custom_id,
lang and format. "-" reads it from standard input. Local files are uploaded.

With --wait or -o the command waits until the batch ends. It tells what failed, and its exit code is that of the first
failure.`

export function addBatch(program: Command, interruption: AbortSignal): void {
  const command = program.command('batch').description('Transcribe many links and files together, and see the progress')
  command
    .command('start', { isDefault: true })
    .description('Transcribe the links and files that a file names; print the id of the batch')
    .argument('<file>', 'a list of links and files, or - for standard input')
    .option('-f, --format <format>', FORMAT_OPTION, parseFormat)
    .option('-o, --output <folder>', 'wait, and write the transcripts into this folder')
    .option('-l, --lang <tag>', 'the preferred language')
    .option('--strict-lang', "fail if the language isn't available")
    .option('--partial', 'transcribe as much as your remaining minutes allow')
    .option('--dry-run', 'start nothing; print the cost and your remaining minutes')
    .option('--wait', 'wait until the batch ends')
    .addHelpText('after', MORE)
    .action(perform(interruption, start))
  addPaging(command.command('list').description('List your batches'), 'cursor', 50).action(perform(interruption, list))
  command
    .command('status')
    .description('Tell how far a batch is')
    .argument('<batch>', "the batch's id")
    .option('--wait', 'wait until the batch ends')
    .option('-o, --output <folder>', 'wait, and write the transcripts into this folder')
    .addOption(
      new Option(
        '-f, --format <format>',
        'with -o, for Word documents or PDFs (default: as the batch was started)',
      ).choices(DOWNLOAD_FORMATS.filter(isBinary)),
    )
    .action(perform(interruption, report))
  const listing = command
    .command('items')
    .description('List the items of a batch, each with its outcome')
    .argument('<batch>', "the batch's id")
    .addOption(new Option('--status <status>', 'filter by status').choices(itemStatusSchema.options))
  addPaging(listing, 'cursor', 50).action(perform(interruption, items))
  command
    .command('cancel')
    .description('Cancel a batch; what is done stays')
    .argument('<batch>', "the batch's id")
    .action(perform(interruption, cancel))
}
