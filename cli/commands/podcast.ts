import type { Command } from 'commander'
import { type ResolveResponse, resolvePodcast } from '@/lib/imports/contract'
import type { Context } from '../context'
import { perform } from '../perform'
import { oneLine } from '../terminal/printable'
import { toTable } from '../terminal/to-table'

function words({ kind, show, episodes, audio_url: audio }: ResolveResponse): string {
  const rows = (episodes ?? []).map(({ published, duration, title, audio_url: url }) => [
    published?.slice(0, 10) ?? '',
    duration ?? '',
    title,
    url,
  ])
  if (rows.length === 0) return `${audio ? oneLine(audio) : `A ${kind} without episodes.`}\n`
  return `${show ? `${oneLine(show.title)}\n\n` : ''}${toTable(rows)}`
}

async function resolve(context: Context, url: string): Promise<void> {
  const { body } = await context.call(resolvePodcast, { body: { url } })
  await context.print(body, words(body))
}

export function addPodcast(program: Command, interruption: AbortSignal): void {
  const podcast = program.command('podcast').description('Inspect podcast links')
  podcast
    .command('resolve', { isDefault: true })
    .description('Show what a podcast link contains: a show with its episodes, an episode, or a recording')
    .argument('<url>', 'a feed, an Apple Podcasts page, another page, or a recording')
    .action(perform(interruption, resolve))
}
