import type { Command } from 'commander'
import type { OperationRequest } from '@/lib/core/operations/operation'
import {
  checkWatch,
  createWatch,
  getWatch,
  listWatches,
  MAX_BACKFILL,
  MAX_PER_DAY,
  removeWatch,
  renewWatchFeed,
  updateWatch,
  type Watch,
} from '@/lib/watches/contract'
import { listWatchItems } from '@/lib/watches/items/contract'
import type { Context } from '../context'
import { addPaging, type CursorPage, printPage } from '../options/paging'
import { parseCount } from '../options/parse-count'
import { perform } from '../perform'
import { oneLine } from '../terminal/printable'
import { toTable } from '../terminal/to-table'
import { itemOutcome } from '../transcript/batch-words'

function stateWords({ status, error, pause_reason: reason }: Watch): string {
  const why = error ? `: ${oneLine(error.detail)}` : ''
  if (status === 'paused') return reason === 'by_user' ? 'paused' : `paused${why}`
  return status === 'failing' ? `failing${why}` : status
}

function watchWords(watch: Watch): string {
  const { title, url, every, taken, waiting, next_check_at: next } = watch
  const counts = [`${taken} taken`, ...(waiting > 0 ? [`${waiting} waiting`] : [])].join(', ')
  const plan = next ? `, next check ${next.slice(0, 16).replace('T', ' ')} UTC` : ''
  return `${oneLine(title ?? url)}: ${stateWords(watch)}, every ${every}, ${counts}${plan}\n`
}

type PlanOptions = { lang?: string; every?: string; maxPerDay?: number; all?: boolean }

const planOf = ({ lang, every, maxPerDay, all = false }: PlanOptions) => ({
  ...(lang ? { lang } : {}),
  ...(every ? { every } : {}),
  ...(all ? { max_per_day: null } : maxPerDay ? { max_per_day: maxPerDay } : {}),
})

async function add(context: Context, url: string, options: PlanOptions & { backfill?: number }): Promise<void> {
  const { backfill } = options
  const body = { url, ...planOf(options), ...(backfill === undefined ? {} : { backfill }) }
  const { body: watch } = await context.call(createWatch, { body })
  await context.print(watch, `${watch.id}\n`)
  if (watch.feed_url === null) return context.terminal.say('You watch this link already.')
  context.terminal.say(`New items are transcribed as they appear. Their feed, shown this once: ${watch.feed_url}`)
}

async function list(context: Context): Promise<void> {
  const watches: Watch[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await context.call(listWatches, { query: { limit: 100, ...(cursor ? { cursor } : {}) } })
    watches.push(...body.watches)
    cursor = body.next_cursor
  }
  const row = (watch: Watch) => [
    watch.id,
    watch.every,
    `${watch.taken} taken`,
    watch.title ?? watch.url,
    stateWords(watch),
  ]
  await context.print(watches, watches.length === 0 ? 'You watch nothing.\n' : toTable(watches.map(row)))
}

async function show(context: Context, id: string): Promise<void> {
  const { body } = await context.call(getWatch, { params: { watch_id: id } })
  await context.print(body, watchWords(body))
}

type Change = OperationRequest<typeof updateWatch>['body']

async function change(context: Context, id: string, body: Change): Promise<void> {
  const { body: watch } = await context.call(updateWatch, { params: { watch_id: id }, body })
  await context.print(watch, watchWords(watch))
}

async function check(context: Context, id: string): Promise<void> {
  const { body } = await context.call(checkWatch, { params: { watch_id: id } })
  await context.print(body, watchWords(body))
}

async function remove(context: Context, id: string): Promise<void> {
  const { body } = await context.call(removeWatch, { params: { watch_id: id } })
  await context.print(body, 'Watch deleted. Its transcripts are kept.\n')
}

async function renewFeed(context: Context, id: string): Promise<void> {
  const { body } = await context.call(renewWatchFeed, { params: { watch_id: id } })
  await context.print(body, `${body.feed_url ?? ''}\n`)
}

async function items(context: Context, id: string, query: CursorPage): Promise<void> {
  const { body } = await context.call(listWatchItems, { params: { watch_id: id }, query })
  const rows = body.items.map((item) => [
    item.transcript_id ?? '',
    (item.published ?? item.seen_at).slice(0, 10),
    item.title,
    itemOutcome(item),
  ])
  await printPage(context, body, rows, 'Nothing new so far.')
}

function addPlanOptions(command: Command): Command {
  return command
    .option('-l, --lang <tag>', 'the preferred language')
    .option('--every <period>', 'how often to check, from 15m to 7d, such as 6h')
    .option('--max-per-day <n>', 'maximum number of items in 24 hours; the others wait', parseCount(1, MAX_PER_DAY))
    .option('--all', 'no maximum')
}

export function addWatches(program: Command, interruption: AbortSignal): void {
  const command = program.command('watches').description('Watch shows, channels and playlists for new items')
  const withId = (name: string, description: string) =>
    command.command(name).description(description).argument('<watch>', "the watch's id")
  command.command('list', { isDefault: true }).description('List your watches').action(perform(interruption, list))
  addPlanOptions(
    command
      .command('add')
      .description('Watch a show, a channel or a playlist: its new items are transcribed; print the id of the watch')
      .argument('<url>', "a show's feed or page, or the link of a playlist, channel, profile or series")
      .option('--backfill <n>', 'also transcribe the newest n existing items', parseCount(0, MAX_BACKFILL)),
  ).action(perform(interruption, add))
  withId('show', 'Show a watch').action(perform(interruption, show))
  addPlanOptions(withId('change', 'Change how a watch works')).action(
    perform(interruption, (context, id: string, options: PlanOptions) => change(context, id, planOf(options))),
  )
  withId('pause', 'Pause a watch').action(
    perform(interruption, (context, id: string) => change(context, id, { paused: true })),
  )
  withId('resume', 'Resume a watch; it is checked immediately').action(
    perform(interruption, (context, id: string) => change(context, id, { paused: false })),
  )
  withId('check', 'Check a watch now').action(perform(interruption, check))
  addPaging(withId('items', 'List what a watch has brought, each item with its outcome'), 'cursor', 50).action(
    perform(interruption, items),
  )
  withId('feed', 'Create a new link for the feed of results, and print it; the former link stops working').action(
    perform(interruption, renewFeed),
  )
  withId('remove', 'Delete a watch; its transcripts are kept').action(perform(interruption, remove))
}
