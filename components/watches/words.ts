import type { SkipReason } from '@/lib/imports/contract'
import type { Watch } from '@/lib/watches/contract'
import type { WatchItem } from '@/lib/watches/items/contract'
import { formatCount } from '../format/format-count'

const statuses: Readonly<Record<Watch['status'], string>> = {
  new: 'Reading the list',
  active: 'Following',
  failing: 'Failing',
  paused: 'Paused',
}

const outcomes: Readonly<Record<WatchItem['status'], string>> = {
  seen: 'Existing',
  waiting: 'Waits for the daily limit',
  queued: 'Queued',
  in_progress: 'In progress',
  done: 'Transcribed',
  failed: 'Failed',
  skipped: 'Skipped',
}

const skipped: Readonly<Record<SkipReason, string>> = {
  already_transcribed: 'Already in your transcripts',
  allowance_exceeded: 'Not enough minutes left this month',
  cancelled: 'Cancelled',
  no_captions: 'Skipped: no captions',
}

const counted = (count: number, one: string) => `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`

/** The offered intervals between checks of a list. */
const periods: Readonly<Record<string, string>> = {
  '15m': 'Every 15 minutes',
  '1h': 'Every hour',
  '6h': 'Every 6 hours',
  '1d': 'Every day',
  '7d': 'Every week',
}

/** A period as the API writes it, in words. */
function everyWords(every: string): string {
  const known = periods[every]
  if (known) return known
  const unit = every.endsWith('d') ? 'days' : every.endsWith('h') ? 'hours' : 'minutes'
  return `Every ${every.slice(0, -1)} ${unit}`
}

/** The texts of the pages of what is followed. */
export const words = {
  statuses,
  outcomes,
  skipped,
  periods,
  everyWords,
  title: 'Following',
  lead: 'New episodes and videos are transcribed as they appear.',
  one: 'Following',
  form: 'Follow new episodes',
  link: 'Link to a podcast, playlist or channel',
  placeholder: 'Feed, Apple Podcasts, playlist or channel',
  often: 'Check',
  backfill: 'Older items',
  backfills: [
    [0, 'Skip'],
    [1, 'Latest'],
    [5, 'Latest 5'],
    [20, 'Latest 20'],
    [100, 'Latest 100'],
  ] as readonly (readonly [number, string])[],
  add: 'Follow',
  adding: 'Adding',
  added: 'Following',
  known: 'You already follow this link',
  yours: 'You follow',
  none: 'Nothing followed yet',
  noneHow:
    'Paste the link of a podcast, or of a playlist or channel. Older items are skipped unless you choose otherwise.',
  taken: (count: number) => counted(count, 'item'),
  nothing: 'Nothing new yet',
  waiting: (count: number) => `${formatCount(count)} waiting for the daily limit`,
  last: (moment: string) => `last ${moment}`,
  nextCheck: (moment: string) => `Next check ${moment}`,
  checkedLast: (moment: string) => `Last check ${moment}`,
  failingSince: (day: string) => `Failing since ${day}.`,
  pausedByUser: 'Paused. Nothing is checked.',
  pausedFailing: 'Paused after 30 days of failures.',
  pause: 'Pause',
  pauseOf: (title: string) => `Pause: ${title}`,
  resume: 'Resume',
  resumeOf: (title: string) => `Resume: ${title}`,
  check: 'Check now',
  checkOf: (title: string) => `Check now: ${title}`,
  checking: 'The list is being checked',
  remove: 'Stop following',
  removeOf: (title: string) => `Stop following: ${title}`,
  removeText: 'New items are no longer transcribed. Items in progress are cancelled. Your transcripts are kept.',
  removeDo: 'Stop following',
  keep: 'Cancel',
  removed: 'No longer followed',
  more: 'Show more',
  all: 'Following',
  items: 'New items',
  noItems: 'Nothing new yet. Items that appear from now on are listed here.',
  moreItems: 'Show older items',
  notLoaded: 'This list couldn’t be loaded.',
  retry: 'Try again',
  feed: (title: string) => `RSS feed of ${title}`,
  feedText:
    'Read new transcripts in a feed reader. Anyone with the link can see the titles; transcripts open only for you. The link is shown once.',
  newFeed: 'Create a new link',
  newFeedHint: 'The former link stops working.',
  feedLink: 'Feed link',
} as const
