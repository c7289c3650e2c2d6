import { z } from 'zod'
import { DOCUMENT_FILES } from '@/lib/captions/document-files'
import { READ_FORMATS } from '@/lib/captions/formats/formats'
import type { Episode, Feed, FeedSource, TranscriptLink } from './feed'
import { fileExtension, mediaKind } from './parse/media-kind'

const text = z.string().nullable()

/** The details of an episode that its transcript needs, as they are stored. */
export const episodeMedia = z.object({
  title: z.string(),
  /** The show. */
  author: z.string(),
  thumbnailUrl: text,
  publishedAt: z.coerce.date().nullable(),
  durationMs: z.number().nullable(),
  kind: z.enum(['audio', 'video']),
  /** The language spoken, BCP 47. */
  lang: text,
  /** Transcripts that may have times, the likeliest first. */
  transcripts: z.array(z.object({ url: z.string(), type: text, lang: text, rel: text })),
  audioUrl: z.string(),
  /** The feed of the episode; null if it comes from none. */
  source: z.object({ url: z.string(), servedBy: z.string(), listed: z.boolean() }).nullable().default(null),
})
export type EpisodeMedia = z.infer<typeof episodeMedia>

const UNKNOWN_RANK = 3

const weight = (type: string, rank: number) => `${type};q=${(1 - rank / 10).toFixed(1)}`

/** The `Accept` of a request for a transcript: the formats with a rank, and all others by the rank of these. */
export const ACCEPTED_TRANSCRIPTS = [
  ...READ_FORMATS.flatMap(({ mediaTypes, feedRank }) =>
    feedRank === undefined ? [] : mediaTypes.map((type) => weight(type, feedRank)),
  ),
  weight('*/*', UNKNOWN_RANK),
].join(', ')

/** The rank of each ending and media type: that of the format with the best one. HTML has times where it follows Podcasting 2.0. */
const RANKS: ReadonlyMap<string, number> = new Map(
  READ_FORMATS.toSorted((a, b) => (b.feedRank ?? UNKNOWN_RANK) - (a.feedRank ?? UNKNOWN_RANK)).flatMap(
    ({ endings, mediaTypes, feedRank = UNKNOWN_RANK }) =>
      [...endings, ...mediaTypes].map((name) => [name, feedRank] as const),
  ),
)

/** The rank of a transcript by its file name, else its type; null for one without times. Its content decides later. */
function rankOf({ url, type }: TranscriptLink): number | null {
  const rank = RANKS.get(fileExtension(url)) ?? RANKS.get(type ?? '')
  return rank ?? (type === DOCUMENT_FILES.text.mediaType ? null : UNKNOWN_RANK)
}

function usableTranscripts({ transcripts }: Episode): TranscriptLink[] {
  const once = transcripts.filter(({ url }, index) => transcripts.findIndex((link) => link.url === url) === index)
  const ranked = once.flatMap((link) => {
    const rank = rankOf(link)
    return rank === null ? [] : [{ rank, link }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ link }) => link)
}

/** Describes an episode by its feed, without fetching anything. Transcripts in plain text are left out. */
export function toEpisodeMedia(episode: Episode, feed: Feed, source: FeedSource): EpisodeMedia {
  const { title, imageUrl, publishedAt, durationSeconds, audioUrl, audioType } = episode
  return {
    title,
    author: feed.title,
    thumbnailUrl: imageUrl ?? feed.imageUrl,
    publishedAt,
    durationMs: durationSeconds === null ? null : Math.round(durationSeconds * 1000),
    kind: mediaKind(audioUrl, audioType, 'audio') ?? 'audio',
    lang: feed.language,
    transcripts: usableTranscripts(episode),
    audioUrl,
    source,
  }
}
