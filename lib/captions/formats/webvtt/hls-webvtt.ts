import type { Cue, ParsedCues } from '../../cue'
import { dropCue, noCues } from '../../parsing/collect-cues'
import { parseWebvtt } from './webvtt'
import { isWebvtt } from './webvtt-file'

const MPEG_TICKS_PER_MS = 90

/** The clock of MPEG has 33 bits: it starts again after 26.5 hours. */
const MPEG_CLOCK = 2 ** 33

/** The map from the times of a chunk to those of the recording (RFC 8216 §3.5); null without one. */
function timestampMap(webvtt: string): { ticks: number; localMs: number } | null {
  const map = /X-TIMESTAMP-MAP=([^\r\n]{1,200})/.exec(webvtt)?.[1] ?? ''
  const ticks = Number(/MPEGTS:(\d{1,12})/.exec(map)?.[1] ?? 0)
  const local = /LOCAL:(?:(\d{1,4}):)?(\d{2}):(\d{2})\.(\d{3})/.exec(map)
  if (!local) return null
  const [, hours = '0', minutes = '0', seconds = '0', ms = '0'] = local
  const localMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms)
  return { ticks, localMs }
}

/** Returns how far to move the times of each next chunk, in milliseconds: they count from the first map. */
function hlsClock(): (webvtt: string) => number {
  let origin: number | null = null
  let lastTicks: number | null = null
  let shift = 0
  return (webvtt) => {
    const map = timestampMap(webvtt)
    if (map) {
      const laps: number = lastTicks === null ? 0 : Math.round((lastTicks - map.ticks) / MPEG_CLOCK)
      lastTicks = map.ticks + laps * MPEG_CLOCK
      shift = Math.round(lastTicks / MPEG_TICKS_PER_MS) - map.localMs
      origin ??= shift
    }
    return shift - (origin ?? 0)
  }
}

/**
 * Returns what adds the cues of the next chunk to the others. A cue with the text of an earlier one that touches or overlaps it
 * from another chunk is the rest of it, since chunks share the cues at their borders.
 */
function chunkJoiner(cues: Cue[]): (chunk: readonly Cue[]) => void {
  const last = new Map<string, { cue: Cue; chunk: number }>()
  let number = 0
  return (chunk) => {
    number += 1
    for (const cue of chunk) {
      const { startMs, endMs } = cue
      const key = `${cue.speaker ?? ''}\n${cue.text}`
      const earlier = last.get(key)
      const isRest =
        earlier &&
        (earlier.chunk === number
          ? startMs === earlier.cue.startMs && endMs === earlier.cue.endMs
          : startMs <= earlier.cue.endMs && endMs >= earlier.cue.startMs)
      if (isRest) earlier.cue.endMs = Math.max(earlier.cue.endMs, endMs)
      else cues.push(cue)
      last.set(key, { cue: isRest ? earlier.cue : cue, chunk: number })
    }
  }
}

function moveCue(cue: Cue, move: (ms: number) => number): Cue {
  const moved = { ...cue, startMs: move(cue.startMs), endMs: move(cue.endMs) }
  if (!cue.words) return moved
  return {
    ...moved,
    words: cue.words.map(({ startMs, endMs, text }) => ({ startMs: move(startMs), endMs: move(endMs), text })),
  }
}

/**
 * Parses the WebVTT chunks of an HLS caption track. Times count from the first map of a chunk, as players do. A chunk that is not
 * WebVTT is counted as dropped, unless it is empty.
 */
export function parseHlsCues(chunks: readonly Uint8Array[]): ParsedCues {
  const decoder = new TextDecoder()
  const parsed = noCues()
  const moveOf = hlsClock()
  const join = chunkJoiner(parsed.cues)
  for (const bytes of chunks) {
    const text = decoder.decode(bytes)
    if (!isWebvtt(text)) {
      if (text.trim() !== '') dropCue(parsed)
      continue
    }
    const moveMs = moveOf(text)
    const move = (ms: number) => Math.max(0, ms + moveMs)
    const { cues, dropped, droppedAfterMs } = parseWebvtt(text)
    if (dropped > 0 && parsed.dropped === 0)
      parsed.droppedAfterMs = droppedAfterMs === undefined ? parsed.cues.at(-1)?.startMs : move(droppedAfterMs)
    parsed.dropped += dropped
    join(cues.map((cue) => moveCue(cue, move)))
  }
  return parsed
}
