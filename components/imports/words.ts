import type { ImportStatus, ItemStatus, SkipReason } from '@/lib/imports/contract'
import { formatCount } from '../format-count'

/** A number with the word for what it counts. */
const counted = (count: number, one: string) => `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`

const statuses: Readonly<Record<ImportStatus, string>> = {
  queued: 'Reading the list',
  in_progress: 'Importing',
  done: 'Done',
  error: 'Failed',
  cancelled: 'Cancelled',
}

const skipped: Readonly<Record<SkipReason, string>> = {
  already_transcribed: 'Already in your transcripts',
  allowance_exceeded: 'Not enough minutes left this month',
  cancelled: 'Cancelled',
  no_captions: 'Skipped: no captions',
}

const filters: Readonly<Record<ItemStatus | 'all', string>> = {
  all: 'All',
  queued: 'Queued',
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
  lead: 'Transcribe every new episode of a podcast, or the videos of a playlist or channel.',
  one: 'Import',
  form: 'New import',
  link: 'Link to a podcast, playlist or channel',
  placeholder: 'Feed, Apple Podcasts, playlist or channel',
  look: 'Find podcast or list',
  looking: 'Searching',
  another: 'Use another link',
  aShow: 'Podcast',
  aRecording: 'Recording',
  alone: 'Single recording',
  oneEpisodeOf: (show: string) => `An episode of ${show}`,
  episodes: (count: number) => counted(count, 'episode'),
  videos: (count: number) => counted(count, 'video'),
  firstVideos: (count: number, all: number | null) =>
    all === null
      ? `the first ${counted(count, 'video')}`
      : `the first ${formatCount(count)} of ${counted(all, 'video')}`,
  listOn: (platform: string, videos: string) => `${platform} list: ${videos}`,
  noVideos: 'This list has no videos to import.',
  noEpisodes: 'This feed has no episodes with audio to import.',
  countsOnce: 'Each episode uses minutes once, when it is transcribed.',
  videosCountOnce: 'Each video uses minutes once, when it is transcribed.',
  knownVideos: (count: number) => `You already have ${counted(count, 'video')} of this list.`,
  knownEpisodes: (count: number) => `You already have ${counted(count, 'episode')} of this podcast.`,
  narrow: 'Filter',
  searchTitles: 'Search titles',
  fromPlace: 'From number',
  toPlace: 'To number',
  first: 'First',
  last: 'Last',
  newest: 'Newest',
  allOfThem: 'All',
  maximum: 'Maximum',
  unlimited: 'No limit',
  onlyWithCaptions: 'Only with captions',
  onlyWithCaptionsHint:
    'Skips items that need speech-to-text. If the list doesn’t show which have captions, we check each one during the import.',
  choose: 'Choose what to import',
  selectAll: 'Select all',
  selectNone: 'Select none',
  noneFits: 'No items match these filters.',
  showMore: (count: number, rest: number) => `Show ${formatCount(count)} more of ${formatCount(rest)}`,
  place: (position: number) => `${formatCount(position)}.`,
  known: 'Transcribed',
  captioned: 'Captions',
  unknownLength: 'Length unknown',
  fresh: (count: number) => `${formatCount(count)} new`,
  costsNothing: 'Nothing to transcribe. No minutes will be used.',
  ofUnknownLength: (count: number) => `${formatCount(count)} of unknown length`,
  reaches: (left: string) => `You have ${left} left, enough for this import.`,
  reachesFor: (left: string, count: number) => `You have ${left} left, enough for ${formatCount(count)} of them.`,
  leftFor: (left: string) => `You have ${left} left.`,
  starting: 'Starting',
  importEpisodes: (count: number) => `Import ${counted(count, 'episode')}`,
  importVideos: (count: number) => `Import ${counted(count, 'video')}`,
  nothingToImport: 'Nothing to import',
  importRecordings: (count: number) => `Import ${counted(count, 'recording')}`,
  notThis: 'Cancel',
  transcribedOf: (done: number, total: number) => `${formatCount(done)} of ${counted(total, 'episode')} transcribed`,
  videosTranscribedOf: (done: number, total: number) =>
    `${formatCount(done)} of ${counted(total, 'video')} transcribed`,
  failed: (count: number) => `${formatCount(count)} failed`,
  left: (count: number) => `${formatCount(count)} skipped`,
  notTranscribed: 'This item couldn’t be transcribed.',
  lookingForText: 'Checking for captions',
  transcribing: 'Transcribing',
  progressOf: (title: string) => `Progress of ${title}`,
  over: (percent: string) => `${percent} complete`,
  yours: 'Your imports',
  none: 'No imports yet',
  noneHow:
    'Paste the link of a podcast’s RSS feed, website or Apple Podcasts page, or of a playlist, channel or profile on YouTube, Vimeo, TikTok or Bilibili. You can choose what to import before it starts.',
  noneThen:
    'We use captions or the publisher’s transcript where they exist and transcribe the audio of everything else. You can close this page while the import runs.',
  all: 'All imports',
  list: 'Episodes',
  videoList: 'Videos',
  which: 'Filter by status',
  notLoaded: 'This list couldn’t be loaded.',
  retry: 'Try again',
  noneOfThem: 'No items with this status.',
  pages: 'Pages of the list',
  range: (from: number, to: number, total: number) =>
    `${formatCount(from)} to ${formatCount(to)} of ${formatCount(total)}`,
  earlier: 'Previous page',
  later: 'Next page',
  cancel: 'Cancel import',
  cancelText: 'Finished transcripts are kept, and nothing else is charged.',
  cancelDo: 'Cancel import',
  goOn: 'Keep importing',
  cancelled: 'Import cancelled',
  watchThis: 'Watch for new items',
  importNew: 'Import new items',
  importAgain: 'Import again',
  retryFailed: (count: number) => (count === 1 ? 'Retry 1 failed' : `Retry ${formatCount(count)} failed`),
  retryOf: (title: string) => `Try again: ${title}`,
} as const
