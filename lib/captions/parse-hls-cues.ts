import type { Cue } from './cue'
import { parseWebvtt } from './parse-webvtt'

const MPEG_TICKS_PER_MS = 90

/** How far a chunk's own times lie behind the recording's (RFC 8216 §3.5). */
function offsetMs(webvtt: string): number {
  const map = /X-TIMESTAMP-MAP=([^\r\n]{1,200})/.exec(webvtt)?.[1] ?? ''
  const ticks = Number(/MPEGTS:(\d{1,12})/.exec(map)?.[1] ?? 0)
  const local = /LOCAL:(?:(\d{1,4}):)?(\d{2}):(\d{2})\.(\d{3})/.exec(map)
  if (!local) return 0
  const [, hours = '0', minutes = '0', seconds = '0', ms = '0'] = local
  const localMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms)
  return Math.round(ticks / MPEG_TICKS_PER_MS) - localMs
}

/** A cue that spans two chunks stands in both of them, word for word. */
function withoutRepeats(cues: readonly Cue[]): Cue[] {
  const seen = new Set<string>()
  return cues.filter(({ startMs, endMs, text }) => {
    const key = `${startMs} ${endMs} ${text}`
    return !seen.has(key) && seen.add(key)
  })
}

/** The cues of the WebVTT chunks of an HLS caption track. Times count from the first chunk's map, as players do. */
export function parseHlsCues(chunks: readonly Uint8Array[]): Cue[] {
  const decoder = new TextDecoder()
  const read = chunks.map((bytes) => {
    const text = decoder.decode(bytes)
    return { shiftMs: offsetMs(text), cues: parseWebvtt(text).cues }
  })
  const originMs = read[0]?.shiftMs ?? 0
  const cues = read.flatMap(({ shiftMs, cues: own }) =>
    own.map((cue) => ({
      ...cue,
      startMs: Math.max(0, cue.startMs + shiftMs - originMs),
      endMs: Math.max(0, cue.endMs + shiftMs - originMs),
    })),
  )
  return withoutRepeats(cues)
}
