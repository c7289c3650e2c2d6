import type { ImportStatus, ItemStatus, SkipReason } from '@/lib/imports/contract'
import { formatCount } from '../format-count'

/** A number with the word for what it counts. */
const counted = (count: number, one: string) => `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`

const statuses: Readonly<Record<ImportStatus, string>> = {
  queued: 'Reading the feed',
  in_progress: 'Importing',
  done: 'Done',
  error: 'Failed',
  cancelled: 'Cancelled',
}

const skipped: Readonly<Record<SkipReason, string>> = {
  already_transcribed: 'You had it already',
  allowance_exceeded: 'Beyond this month’s allowance',
  cancelled: 'Cancelled before its turn',
}

const filters: Readonly<Record<ItemStatus | 'all', string>> = {
  all: 'All',
  queued: 'Waiting',
  in_progress: 'In progress',
  done: 'Transcribed',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** What the pages of imports say. */
export const words = {
  statuses,
  skipped,
  filters,
  title: 'Imports',
  lead: 'Paste a podcast, and every episode that you don’t have yet becomes a transcript.',
  one: 'Import',
  form: 'Import a podcast',
  link: 'Link to the podcast',
  placeholder: 'Feed, Apple Podcasts link or the show’s page',
  look: 'Look it up',
  looking: 'Looking',
  another: 'Paste another link',
  aShow: 'A show',
  aRecording: 'A recording',
  alone: 'A recording on its own',
  oneEpisodeOf: (show: string) => `One episode of ${show}`,
  episodes: (count: number) => counted(count, 'episode'),
  andMore: (count: number) => `and ${counted(count, 'more episode')}`,
  noEpisodes: 'This feed has no episode with a recording, so there is nothing to import.',
  countsOnce: 'Each episode counts against your minutes once, and only when it is transcribed.',
  starting: 'Starting',
  importEpisodes: (count: number) => `Import ${counted(count, 'episode')}`,
  importRecordings: (count: number) => `Import ${counted(count, 'recording')}`,
  notThis: 'Not this one',
  transcribedOf: (done: number, total: number) => `${formatCount(done)} of ${counted(total, 'episode')} transcribed`,
  failed: (count: number) => `${formatCount(count)} failed`,
  left: (count: number) => `${formatCount(count)} skipped`,
  notTranscribed: 'It could not be transcribed.',
  lookingForText: 'Looking for a transcript',
  transcribing: 'Transcribing',
  progressOf: (title: string) => `Progress of ${title}`,
  over: (percent: string) => `${percent} of it is over`,
  yours: 'Your imports',
  none: 'No imports yet',
  noneHow:
    'Every podcast has a feed, and most links lead to it: the show’s page at Apple Podcasts, its own website, or the address behind the word RSS. Paste one above to see what it holds before anything begins.',
  noneThen:
    'Where a publisher offers a transcript, that is taken; everything else is transcribed from its sound, a few episodes at a time. You can close this page meanwhile.',
  all: 'All imports',
  list: 'Episodes',
  which: 'Which episodes',
  notLoaded: 'The episodes could not be loaded.',
  retry: 'Try again',
  noneOfThem: 'None of them.',
  pages: 'Pages of episodes',
  range: (from: number, to: number, total: number) =>
    `${formatCount(from)} to ${formatCount(to)} of ${formatCount(total)}`,
  earlier: 'Earlier page',
  later: 'Later page',
  cancel: 'Cancel import',
  cancelText: 'What is transcribed stays, nothing else is charged.',
  cancelDo: 'Cancel it',
  goOn: 'Go on',
  cancelled: 'The import is cancelled',
  importNew: 'Import what is new',
  importAgain: 'Import again',
} as const
