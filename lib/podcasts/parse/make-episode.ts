import { createHash } from 'node:crypto'
import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import type { Episode, TranscriptLink } from '../feed'
import { mediaKind } from './media-kind'
import { parseDate } from './parse-date'
import { parseDuration } from './parse-duration'
import { plainText } from './plain-text'
import { resolveUrl } from './resolve-url'

/** An address as written in the document, and the base it is relative to. */
export type Address = { url: string | undefined; base: string }

/** The address of audio or video. `hint`: what it is taken for if neither its type nor its name says. */
export type MediaParts = Address & {
  type: string | undefined
  duration?: string | undefined
  hint: 'audio' | 'video' | null
}

/** The fields of an episode in a feed of any format, not yet parsed. */
export type EpisodeParts = {
  guid: string | undefined
  title: { text: string; kind: 'html' | 'text' } | undefined
  /** In the order of preference. */
  media: MediaParts[]
  publishedAt: string | undefined
  duration: string | undefined
  link: Address | undefined
  image: Address | undefined
  transcripts: (Address & { type: string | undefined; lang: string | undefined; rel: string | undefined })[]
}

const MAX_GUID_CHARACTERS = 1024
const MAX_TRANSCRIPTS = 50
const MEDIA_TYPE = /^[a-z\d][\w!#$&^.+-]{0,80}\/[a-z\d][\w!#$&^.+-]{0,80}$/

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function mediaType(label: string | undefined): string | null {
  const type = label?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return MEDIA_TYPE.test(type) ? type : null
}

/** The first audio, else the first video: only the speech is needed. */
function chooseMedia(parts: EpisodeParts) {
  const found = parts.media.flatMap(({ url, base, type, duration, hint }) => {
    const address = resolveUrl(url, base)
    const label = mediaType(type)
    const kind = address === null ? null : mediaKind(address, label, hint)
    return address === null || kind === null ? [] : [{ url: address, type: label, kind, duration }]
  })
  return found.find(({ kind }) => kind === 'audio') ?? found[0]
}

function parseGuid(given: string | undefined, audioUrl: string): string {
  const guid =
    given
      ?.toWellFormed()
      .replace(/\p{Cc}/gu, '')
      .trim() ?? ''
  if (guid === '') return sha256(audioUrl)
  return guid.length > MAX_GUID_CHARACTERS ? sha256(guid) : guid
}

function fileTitle(audioUrl: string): string {
  const { hostname, pathname } = new URL(audioUrl)
  const name =
    pathname
      .split('/')
      .at(-1)
      ?.replace(/\.[a-z\d]{1,8}$/i, '') ?? ''
  try {
    return plainText(decodeURIComponent(name), 'text') ?? hostname
  } catch (error) {
    if (error instanceof URIError) return plainText(name, 'text') ?? hostname
    throw error
  }
}

function parseTranscripts(parts: EpisodeParts): TranscriptLink[] {
  return parts.transcripts.slice(0, MAX_TRANSCRIPTS).flatMap(({ url, base, type, lang, rel }) => {
    const address = resolveUrl(url, base)
    const link = { type: mediaType(type), lang: canonicalLanguage(lang), rel: plainText(rel, 'text') }
    return address === null ? [] : [{ url: address, ...link }]
  })
}

/** Builds an episode from its parts. Null when it has no audio or video. */
export function makeEpisode(parts: EpisodeParts): Episode | null {
  const media = chooseMedia(parts)
  if (!media) return null
  return {
    guid: parseGuid(parts.guid, media.url),
    title: plainText(parts.title?.text, parts.title?.kind ?? 'text') ?? fileTitle(media.url),
    audioUrl: media.url,
    audioType: media.type,
    publishedAt: parseDate(parts.publishedAt),
    durationSeconds: parseDuration(parts.duration) ?? parseDuration(media.duration),
    link: parts.link ? resolveUrl(parts.link.url, parts.link.base) : null,
    imageUrl: parts.image ? resolveUrl(parts.image.url, parts.image.base) : null,
    transcripts: parseTranscripts(parts),
  }
}
