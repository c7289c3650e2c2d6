import type { ParsedCues } from '@/lib/captions/cue'
import { finishTimedtext } from '@/lib/captions/finish-timedtext'
import type { Steps } from '@/lib/captions/run-steps'
import { scanArrayElements } from '@/lib/captions/scan-array-elements'
import { addTimedtextEvent, newTimedtextTrack, type TimedtextSpan } from '@/lib/captions/timedtext-track'
import { wholeMs } from '@/lib/captions/whole-ms'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function toSpan(seg: unknown): TimedtextSpan | null {
  if (!isFields(seg) || typeof seg.utf8 !== 'string') return null
  return { text: seg.utf8, offsetMs: wholeMs(seg.tOffsetMs, 1) }
}

/** The work of `parseJson3`, in small steps, on the document's text in chunks. */
export function* json3Steps(chunks: Iterable<string>): Steps<ParsedCues> {
  const track = newTimedtextTrack()
  for (const element of scanArrayElements(chunks, 'events')) {
    if (element === 'pause') {
      yield
      continue
    }
    const event = element === 'broken' ? null : element.value
    if (isFields(event) && !Array.isArray(event.segs)) continue
    const startMs = isFields(event) ? wholeMs(event.tStartMs, 1) : null
    if (!isFields(event) || startMs === null) {
      track.dropped += 1
      continue
    }
    const segs: unknown[] = Array.isArray(event.segs) ? event.segs : []
    addTimedtextEvent(track, {
      startMs,
      durationMs: wholeMs(event.dDurationMs, 1) ?? 0,
      appends: event.aAppend === 1 || event.aAppend === true,
      byMachine: segs.some((seg) => isFields(seg) && 'acAsrConf' in seg),
      window: wholeMs(event.wWinId, 1),
      spans: segs.flatMap((seg) => toSpan(seg) ?? []),
    })
  }
  return yield* finishTimedtext(track)
}
