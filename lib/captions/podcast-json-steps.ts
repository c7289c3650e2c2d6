import { MAX_WORDS } from '@/lib/captions/caption-bounds'
import type { ParsedCues } from '@/lib/captions/cue'
import { finishPodcastSegments, type PodcastSegment } from '@/lib/captions/finish-podcast-segments'
import type { Steps } from '@/lib/captions/run-steps'
import { scanArrayElements } from '@/lib/captions/scan-array-elements'
import { wholeMs } from '@/lib/captions/whole-ms'

function toSegment(value: unknown): PodcastSegment | null {
  if (typeof value !== 'object' || value === null) return null
  const { startTime, endTime, body, speaker }: Readonly<Record<string, unknown>> = { ...value }
  const startMs = wholeMs(startTime, 1000)
  if (startMs === null || typeof body !== 'string') return null
  const endMs = wholeMs(endTime, 1000) ?? startMs
  return { startMs, endMs, text: body.trim(), speaker: typeof speaker === 'string' ? speaker.trim() : null }
}

/** The work of `parsePodcastJson`, in small steps, on the document's text in chunks. */
export function* podcastJsonSteps(chunks: Iterable<string>): Steps<ParsedCues> {
  const segments: PodcastSegment[] = []
  let dropped = 0
  for (const element of scanArrayElements(chunks, 'segments')) {
    if (element === 'pause') {
      yield
      continue
    }
    const segment = element === 'broken' ? null : toSegment(element.value)
    if (segment?.text === '') continue
    if (segment && segments.length < MAX_WORDS) segments.push(segment)
    else dropped += 1
  }
  const { cues, dropped: beyond } = yield* finishPodcastSegments(segments)
  return { cues, dropped: dropped + beyond }
}
