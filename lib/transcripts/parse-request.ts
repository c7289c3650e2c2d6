import { renderOptions } from '@/lib/archive/render/render-fields'
import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { parseTrackId } from '@/lib/captions/tracks/track-ids'
import type { Format, RenderOptions } from '@/lib/captions/transcript'
import { Problem } from '@/lib/core/problem/problem'
import { parseFormat } from '@/lib/jobs/parse-format'
import type { TranscriptRequest } from './contract'

export type SourceField = 'url' | 'upload' | 'audio'

export type ParsedRequest = {
  /** `captions`: the upload of a caption file whose text is that of the recording, itself an upload. */
  source: { field: SourceField; value: string; captions?: string }
  /** BCP 47, or `auto`; or the ID of a caption track, which is a private-use BCP 47 tag. */
  requestedLang: string
  /** The language given to an engine; null: it detects the language. */
  langHint: string | null
  /** No other language is accepted. */
  strict: boolean
  /** A partial transcript is accepted, as far as the allowance covers it. */
  allowPartial: boolean
  /** Speakers have to be distinguished. */
  diarize: boolean
  /** Hints about the recording for a speech engine. */
  words: { prompt: string | null; keywords: string[] }
  format: Format
  options: RenderOptions
}

/** The language of a request that names none. */
export const DEFAULT_LANG = 'en'

function parseSource(request: TranscriptRequest): ParsedRequest['source'] {
  const fields: SourceField[] = ['url', 'upload', 'audio']
  const given = fields.flatMap((field) => {
    const value = request[field]?.trim()
    return value ? [{ field, value }] : []
  })
  const [source, second] = given
  if (!source) throw new Problem('missing_source', { context: { accepted: fields } })
  if (second) throw new Problem('conflicting_sources', { context: { given: given.map(({ field }) => field) } })
  const captions = request.captions?.trim()
  if (!captions) return source
  if (source.field === 'upload') return { ...source, captions }
  throw new Problem('conflicting_sources', {
    detail: `captions can only be sent with upload, not with ${source.field}. Upload the recording too, or leave captions out.`,
    context: { field: 'captions', input: captions.slice(0, 100) },
  })
}

/**
 * A requested language, BCP 47 or `auto`, reduced to language, script and region: extensions and variants would make
 * many texts of one. Throws `invalid_language`.
 */
export function parseLang(lang: string): string {
  const tag = lang.trim()
  if (tag.toLowerCase() === 'auto') return 'auto'
  const canonical = canonicalLanguage(tag)
  if (canonical) {
    const { language, script, region } = new Intl.Locale(canonical)
    return [language, script, region].filter(Boolean).join('-')
  }
  throw new Problem('invalid_language', { context: { field: 'lang', input: lang.slice(0, 100) } })
}

/** A requested caption track; null where none is requested. Throws `invalid_language`. */
function parseTrack(track: string | undefined): string | null {
  if (!track?.trim()) return null
  const trackId = parseTrackId(track)
  if (trackId !== null) return trackId
  throw new Problem('invalid_language', {
    detail: 'track is not the ID of a caption track. GET /v1/languages lists the IDs, such as en-x-human1.',
    context: { field: 'track', input: track.slice(0, 100) },
  })
}

/**
 * Parses a request beyond its shape: which one source, which language, which format. Throws `missing_source`,
 * `conflicting_sources`, `invalid_language`, `unsupported_format`.
 */
export function parseRequest(request: TranscriptRequest): ParsedRequest {
  const source = parseSource(request)
  const trackId = parseTrack(request.track)
  if (trackId !== null && source.captions) {
    throw new Problem('conflicting_sources', {
      detail: 'track and captions both name the text of the recording. Leave one of them out.',
      context: { field: 'track', input: trackId },
    })
  }
  const requestedLang = trackId ?? parseLang(request.lang ?? DEFAULT_LANG)
  const explicit = trackId === null && request.lang !== undefined && requestedLang !== 'auto'
  const langHint = explicit ? requestedLang : null
  const { allow_partial: allowPartial } = request
  const strict = trackId === null && request.strict_lang
  const diarize = request.diarize === true
  const keywords = (request.keywords ?? []).map((keyword) => keyword.trim()).filter(Boolean)
  const words = { prompt: request.prompt?.trim() || null, keywords: [...new Set(keywords)] }
  const speakers = request.diarize === false ? { speakers: false } : {}
  const rendering = { format: parseFormat(request.format), options: { ...renderOptions(request), ...speakers } }
  return { source, requestedLang, langHint, strict, allowPartial, diarize, words, ...rendering }
}
