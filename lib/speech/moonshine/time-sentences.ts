import type { Segment, Word } from '@/lib/captions/cue'
import { splitSentences } from '@/lib/speech/segments/split-sentences'
import type { Stretch } from './recognition'

type Interval = { startMs: number; endMs: number }

/** A pause farther from where a sentence should end is another sentence's, or none's. */
const FARTHEST_PAUSE_MS = 2_000

/** The intervals with speech, in order; two that overlap meet in the middle, where the voice was found to pause. */
function intervalsOf(speech: Stretch['speech']): Interval[] {
  const intervals: Interval[] = []
  for (const [start, end] of speech) {
    const next = { startMs: Math.round(start * 1000), endMs: Math.round(end * 1000) }
    const last = intervals.at(-1)
    if (last && last.endMs > next.startMs) {
      const middle = Math.round((last.endMs + next.startMs) / 2)
      last.endMs = middle
      next.startMs = middle
    }
    intervals.push(next)
  }
  return intervals
}

/** When a share of all speech, from 0 to 1, has been spoken. */
function timeAt(share: number, intervals: readonly Interval[]): number {
  let leftMs = share * intervals.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  for (const { startMs, endMs } of intervals) {
    if (leftMs <= endMs - startMs) return Math.round(startMs + leftMs)
    leftMs -= endMs - startMs
  }
  return intervals.at(-1)?.endMs ?? 0
}

/** Words at the times they would have if each took as long as it is written: good enough to tell sentences apart. */
function guessWords(text: string, intervals: readonly Interval[]): Word[] {
  const words = text.split(/\s+/).filter(Boolean)
  const total = words.reduce((sum, word) => sum + word.length + 1, 0)
  let written = 0
  return words.map((word) => {
    const startMs = timeAt(written / total, intervals)
    written += word.length + 1
    return { text: word, startMs, endMs: timeAt(written / total, intervals) }
  })
}

/** The pause nearest to a guessed end of a sentence, where there is one near. It lies between two intervals. */
function pauseNear(guessMs: number, afterMs: number, intervals: readonly Interval[]): Interval | null {
  const pauses = intervals.slice(1).map(({ startMs }, at) => ({ startMs: intervals[at]?.endMs ?? 0, endMs: startMs }))
  const distance = ({ startMs, endMs }: Interval) => Math.abs((startMs + endMs) / 2 - guessMs)
  const [nearest] = pauses.filter(({ startMs }) => startMs > afterMs).sort((a, b) => distance(a) - distance(b))
  return nearest && distance(nearest) <= FARTHEST_PAUSE_MS ? nearest : null
}

/**
 * The sentences of a stretch as segments. The model reports no times: a sentence ends at the pause nearest to where it
 * would end if everything were spoken at one speed. Words get no times.
 */
export function timeSentences({ text, speech }: Pick<Stretch, 'text' | 'speech'>): Segment[] {
  const intervals = intervalsOf(speech)
  const sentences = splitSentences(guessWords(text, intervals))
  let startMs = intervals[0]?.startMs ?? 0
  return sentences.map((words, at) => {
    const guessMs = words.at(-1)?.endMs ?? startMs
    const isLast = at === sentences.length - 1
    const pause = isLast ? null : pauseNear(guessMs, startMs, intervals)
    const endMs = isLast ? (intervals.at(-1)?.endMs ?? guessMs) : (pause?.startMs ?? Math.max(guessMs, startMs))
    const segment = { startMs, endMs, text: words.map((word) => word.text).join(' ') }
    startMs = pause?.endMs ?? endMs
    return segment
  })
}
