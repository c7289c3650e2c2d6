import type { Segment, Word } from '@/lib/captions/cue'
import { splitSentences } from './split-sentences'

type Interval = { startMs: number; endMs: number }

/** A pause farther from where a sentence should end is another sentence's, or none's. */
const FARTHEST_PAUSE_MS = 2_000
/** Before each word, and after a full stop of a script that has no spaces. */
const BETWEEN_WORDS = /(?<=\s)(?=\S)|(?<=[。！？])(?![」』）”’。！？\s]|$)/u

/** The intervals in order; two that overlap meet in the middle, where the voice was found to pause. */
function withoutOverlaps(speech: readonly Interval[]): Interval[] {
  const intervals: Interval[] = []
  for (const { startMs, endMs } of speech) {
    const next = { startMs, endMs }
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
function guessWords(words: readonly string[], intervals: readonly Interval[]): Word[] {
  const total = words.reduce((sum, word) => sum + word.length, 0)
  let written = 0
  return words.map((word) => {
    const startMs = timeAt(written / total, intervals)
    written += word.length
    return { text: word.trim(), startMs, endMs: timeAt(written / total, intervals) }
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
 * The sentences of a text as segments, for engines that report no times: a sentence ends at the pause nearest to where it would end if
 * everything were spoken at one speed. `speech`: the intervals with a voice, in order. Words get no times.
 */
export function timeSentences(text: string, speech: readonly Interval[]): Segment[] {
  const intervals = withoutOverlaps(speech)
  const words = `${text.trim()} `.split(BETWEEN_WORDS)
  const sentences = splitSentences(guessWords(words, intervals))
  let startMs = intervals[0]?.startMs ?? 0
  let wordsBefore = 0
  return sentences.map((sentence, at) => {
    const guessMs = sentence.at(-1)?.endMs ?? startMs
    const isLast = at === sentences.length - 1
    const pause = isLast ? null : pauseNear(guessMs, startMs, intervals)
    const endMs = isLast ? (intervals.at(-1)?.endMs ?? guessMs) : (pause?.startMs ?? Math.max(guessMs, startMs))
    const said = words.slice(wordsBefore, wordsBefore + sentence.length).join('')
    const segment = { startMs, endMs, text: said.replace(/\s+/gu, ' ').trim() }
    startMs = pause?.endMs ?? endMs
    wordsBefore += sentence.length
    return segment
  })
}
