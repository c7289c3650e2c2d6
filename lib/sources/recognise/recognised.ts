import type { MediaRef } from '@/lib/archive/media/media-ref'
import type { Problem } from '@/lib/core/problem/problem'
import type { Platform } from '@/lib/platforms/platforms'

/** The kind of a list, in its platform's words. */
export type ListKind = 'playlist' | 'channel' | 'profile' | 'series' | 'showcase' | 'group'

/** Several recordings of a platform. `url` is canonical; `isNewestFirst`: the platform lists what is new before the rest. */
export type ListLink = { kind: 'list'; platform: Platform; list: ListKind; url: string; isNewestFirst: boolean }

/** The meaning of a link, by its text alone. */
export type Recognised =
  /** One recording of a platform. */
  | { kind: 'recording'; ref: MediaRef & { openUrl: string } }
  | ListLink
  /** A short link: its redirects, or its page, lead to what is meant. The platform is whose short links these are, if it is one. */
  | { kind: 'short'; platform: Platform | null; url: string }
  /** A page that has to be read to learn which recording it shows. `showsNewest`: the newest of several, so that it changes. */
  | { kind: 'page'; platform: Platform; url: string; showsNewest?: true }
  /**
   * A show (`episodeId` null) or an episode at Apple Podcasts. `country` is the storefront, two letters, where the link
   * names it.
   */
  | { kind: 'podcast'; service: 'apple'; showId: string; episodeId: string | null; country: string | null; url: string }
  /** A show or an episode at Spotify. */
  | { kind: 'podcast'; service: 'spotify'; item: 'episode' | 'show'; id: string; url: string }
  /** Any other link, whose kind depends on its content. */
  | { kind: 'link'; url: URL }

/**
 * The meaning of a link on a platform's hosts. Takes a link that `judgeUrl` has let pass. Throws Problem `invalid_url` for a
 * damaged link and `unsupported_source` for one that is neither a recording nor a list that can be read.
 */
export type Rule = (url: URL) => Recognised

/** Links by which apps open one another, and the web's link to the same thing. */
export type AppLink = readonly [RegExp, string]

/** A page that only leads on: warnings before leaving a site, sign-in and consent pages, players and share dialogs. */
export type Wrapper = {
  domains: readonly string[]
  path: RegExp
  /** The query parameters that may hold the link, likeliest first. */
  parameters: readonly string[]
}

/** An answer of a site's API: its JSON, null for anything else, and the problem of its status, which the JSON may explain. */
export type ApiAnswer = { json: unknown; problem: Problem | null }

/** How a page is read that shows a recording which its link does not name. */
export type PageRules =
  /** By its HTML. Null: the page does not say which. */
  | { headers: Readonly<Record<string, string>>; videoId: (html: string) => string | null }
  /** By the site's API, which its page asks: the link of the recording. */
  | {
      linkOn: (
        page: URL,
        ask: (url: string, headers: Readonly<Record<string, string>>) => Promise<ApiAnswer>,
      ) => Promise<string>
    }

/** A page by its address after all redirects, and by the title and the description in its metadata. */
export type PageFacts = { url: URL; title: string; description: string }

/** How a platform's links are read. */
export type LinkRules = {
  read: Rule
  /** The list in which a link shows a recording; null where it shows it alone. */
  listAround?: (url: URL) => ListLink | null
  appLinks?: readonly AppLink[]
  wrappers?: readonly Wrapper[]
  /** The form of an id that is recognised alone. */
  bareId?: RegExp
  /** The link of a recording by its id. */
  linkOf?: (videoId: string) => string
  /** The id of the recording that a page of another host shows as a front end of this platform; null for any other page. */
  frontEnd?: (page: PageFacts) => string | null
  /** The id of the recording that an address would name if its host were a front end of this platform; null for any other address. */
  idAtFrontEnd?: (address: URL) => string | null
  page?: PageRules
}

type Options = {
  platform: Platform
  videoId: string
  /** Canonical, for people and identity. */
  url: string
  /** The URL that an extractor opens; the canonical link where absent. */
  openUrl?: string
  accessKey?: string
}

export function recording({
  platform,
  videoId,
  url,
  openUrl = url,
  accessKey = '',
}: Options): Extract<Recognised, { kind: 'recording' }> {
  return { kind: 'recording', ref: { platform, videoId, accessKey, url, openUrl, ownerId: null, title: null } }
}

/** A short link without its query, which only identifies who shared it. */
export function shortLink(platform: Platform, url: URL): Recognised {
  return { kind: 'short', platform, url: `${url.origin}${url.pathname}` }
}
