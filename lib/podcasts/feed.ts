/** A transcript that a feed offers with an episode, as the feed labels it: labels lie. `lang` is canonical BCP 47. */
export type TranscriptLink = { url: string; type: string | null; lang: string | null; rel: string | null }

/** An episode of a show. All addresses are absolute http or https ones, all texts plain. */
export type Episode = {
  /** The feed's own id of it; the SHA-256 of the audio's address where it has none. */
  guid: string
  title: string
  audioUrl: string
  /** The media type of the audio, or video, as the feed says. */
  audioType: string | null
  publishedAt: Date | null
  durationSeconds: number | null
  /** Its page. */
  link: string | null
  imageUrl: string | null
  transcripts: TranscriptLink[]
}

/**
 * What tells the episodes of a show apart: some feeds give several the same guid, and some play one recording under
 * several.
 */
export function episodeKey({ guid, audioUrl }: Pick<Episode, 'guid' | 'audioUrl'>): string {
  return `${guid}\n${audioUrl}`
}

/** A show with its episodes, in the order of the feed; of those with the same guid and the same audio the first. */
export type Feed = {
  title: string
  /** The show's page. */
  link: string | null
  imageUrl: string | null
  author: string | null
  /** Canonical BCP 47. */
  language: string | null
  items: Episode[]
  /** Where older episodes are (RFC 5005 §3). */
  nextPageUrl: string | null
  /** Where the show has moved to, as its feed says (`itunes:new-feed-url`). */
  movedTo: string | null
}

/** Where a feed came from, by which it is decided who may be given what it says (`transcript-origin.ts`). */
export type FeedSource = {
  /** Its address, before any redirect. */
  url: string
  /** The host that served it in the end. */
  servedBy: string
  /** Apple's directory names it as the feed of a show. */
  listed: boolean
}

/** The largest feed that is read. */
export const MAX_FEED_BYTES = 32 * 1024 * 1024

/** The most episodes that are taken of one show. */
export const MAX_EPISODES = 50_000
