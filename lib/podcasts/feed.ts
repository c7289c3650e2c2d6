import { Problem } from '@/lib/core/problem/problem'
import type { Recognised } from '@/lib/sources/recognise/recognised'

/** A transcript that a feed offers with an episode, as the feed labels it: labels lie. `lang` is canonical BCP 47. */
export type TranscriptLink = { url: string; type: string | null; lang: string | null; rel: string | null }

/** An episode of a show. All addresses are absolute http or https ones, all texts plain. */
export type Episode = {
  /** The id that the feed gives it; the SHA-256 of the audio's address if it gives none. */
  guid: string
  title: string
  audioUrl: string
  /** The media type of the audio or video, as the feed says. */
  audioType: string | null
  publishedAt: Date | null
  durationSeconds: number | null
  /** Its page. */
  link: string | null
  imageUrl: string | null
  transcripts: TranscriptLink[]
}

/**
 * A key that is unique within a show: some feeds give several episodes the same guid, and some list a recording under several
 * guids.
 */
export function episodeKey({ guid, audioUrl }: Pick<Episode, 'guid' | 'audioUrl'>): string {
  return `${guid}\n${audioUrl}`
}

/** A show with its episodes in the order of the feed. Of several with the same guid and audio only the first is kept. */
export type Feed = {
  title: string
  /** The show's page. */
  link: string | null
  imageUrl: string | null
  author: string | null
  /** Canonical BCP 47. */
  language: string | null
  items: Episode[]
  /** The address of the page with older episodes (RFC 5005 §3). */
  nextPageUrl: string | null
  /** The address that the show has moved to (`itunes:new-feed-url`). */
  movedTo: string | null
  /** The server that announces changes, if the feed names one. */
  hub?: FeedHub
}

/** A server that notifies its subscribers of changes, and the address by which it knows a feed (WebSub, W3C 2018). */
export type FeedHub = { url: string; topic: string }

/** The source of a feed. It decides who may get the feed's transcripts (`transcript-origin.ts`). */
export type FeedSource = {
  /** Its address before any redirect. */
  url: string
  /** The host that served it after all redirects. */
  servedBy: string
  /** Whether Apple's directory lists it as the feed of a show. */
  listed: boolean
}

/** The largest feed that is parsed. */
export const MAX_FEED_BYTES = 32 * 1024 * 1024

/** The most episodes that are taken of one show. */
export const MAX_EPISODES = 50_000

/** The problem of a feed with more than `maxBytes`. */
export function feedTooLarge(maxBytes: number): Problem {
  return new Problem('file_too_large', {
    detail: `A feed can have up to ${maxBytes / 2 ** 20} MB. Paste an episode's link instead.`,
    context: { max_bytes: maxBytes },
  })
}

/** The target of a link that has to be opened. */
export type PodcastTarget =
  | { kind: 'show'; feed: Feed; source: FeedSource }
  | { kind: 'episode'; feed: Feed; episode: Episode; source: FeedSource }
  | { kind: 'audio'; audioUrl: string }
  /**
   * The target of a redirect, a player on a page, or what yt-dlp may find there. `pageProblem`: what is to be reported where yt-dlp does
   * not know the site.
   */
  | { kind: 'elsewhere'; found: Recognised; pageProblem: Problem | null }
  /** A page with several recordings. */
  | { kind: 'several'; urls: string[] }
  | { kind: 'other'; url: string; contentType: string | null }
