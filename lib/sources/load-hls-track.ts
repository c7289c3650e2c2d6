import type { Cue } from '@/lib/captions/cue'
import { parseWebvtt } from '@/lib/captions/parse-webvtt'
import { parseUrl } from '@/lib/platform/parse-url'
import { Problem } from '@/lib/platform/problem'
import { fetchText } from './fetch-text'

const MAX_PIECES = 3000
const AT_ONCE = 6
const MPEG_TICKS_PER_MS = 90

type Request = { platform: string; headers?: Readonly<Record<string, string>> | undefined; signal: AbortSignal }

/** The addresses of a media playlist's pieces (RFC 8216 §4.1). */
function pieceUrls(playlist: string, base: URL): string[] {
  const lines = playlist.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  if (!playlist.startsWith('#EXTM3U') || lines.length > MAX_PIECES) throw new Problem('upstream_changed')
  return lines.flatMap((line) => parseUrl(line, base)?.href ?? [])
}

/** How far a piece's own times lie behind the recording's (RFC 8216 §3.5). */
function offsetMs(webvtt: string): number {
  const map = /X-TIMESTAMP-MAP=([^\r\n]{1,200})/.exec(webvtt)?.[1] ?? ''
  const ticks = Number(/MPEGTS:(\d{1,12})/.exec(map)?.[1] ?? 0)
  const local = /LOCAL:(?:(\d{1,4}):)?(\d{2}):(\d{2})\.(\d{3})/.exec(map)
  if (!local) return 0
  const [, hours = '0', minutes = '0', seconds = '0', ms = '0'] = local
  const localMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms)
  return Math.round(ticks / MPEG_TICKS_PER_MS) - localMs
}

async function loadPiece(url: string, request: Request): Promise<{ shiftMs: number; cues: Cue[] }> {
  const { bytes } = await fetchText(url, request)
  const text = new TextDecoder().decode(bytes)
  return { shiftMs: offsetMs(text), cues: parseWebvtt(text).cues }
}

/** A cue that spans two pieces stands in both of them, word for word. */
function withoutRepeats(cues: readonly Cue[]): Cue[] {
  const seen = new Set<string>()
  return cues.filter(({ startMs, endMs, text }) => {
    const key = `${startMs} ${endMs} ${text}`
    return !seen.has(key) && seen.add(key)
  })
}

/**
 * The cues of a caption track that comes as an HLS playlist of WebVTT pieces. Times count from the first piece's map, as
 * players do. Throws what `fetchText` throws, `upstream_changed` for what is no playlist.
 */
export async function loadHlsTrack(url: string, request: Request): Promise<Cue[]> {
  const playlist = await fetchText(url, request)
  const urls = pieceUrls(new TextDecoder().decode(playlist.bytes), playlist.url)
  const pieces: Awaited<ReturnType<typeof loadPiece>>[] = []
  for (let start = 0; start < urls.length; start += AT_ONCE) {
    const some = urls.slice(start, start + AT_ONCE)
    pieces.push(...(await Promise.all(some.map((piece) => loadPiece(piece, request)))))
  }
  const originMs = pieces[0]?.shiftMs ?? 0
  const cues = pieces.flatMap(({ shiftMs, cues: own }) =>
    own.map((cue) => ({
      ...cue,
      startMs: Math.max(0, cue.startMs + shiftMs - originMs),
      endMs: Math.max(0, cue.endMs + shiftMs - originMs),
    })),
  )
  return withoutRepeats(cues)
}
