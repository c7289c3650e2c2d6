import type { Cue } from '@/lib/captions/cue'
import type { TtmlInterval } from '@/lib/captions/ttml-timing'

/** A stretch of a paragraph's text, and when it is shown. */
export type TtmlRun = { interval: TtmlInterval; text: string }

const VISIBLE = /\S/

/** Text on its lines, each without white space around it. */
function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function isSame(a: TtmlInterval, b: TtmlInterval): boolean {
  return Object.is(a.beginMs, b.beginMs) && Object.is(a.endMs, b.endMs)
}

/** Whether a cue's times could be read, and are exact integers. */
export function isReadableCue({ startMs, endMs }: Cue): boolean {
  return Number.isSafeInteger(startMs) && Number.isSafeInteger(endMs)
}

/** In integer milliseconds; an element without an end ends where it begins. */
function toTimes({ beginMs, endMs }: TtmlInterval): { startMs: number; endMs: number } {
  const startMs = Math.round(beginMs)
  return { startMs, endMs: endMs === Number.POSITIVE_INFINITY ? startMs : Math.round(endMs) }
}

function toCue(interval: TtmlInterval, runs: readonly TtmlRun[]): Cue {
  return { ...toTimes(interval), text: trimLines(runs.map((run) => run.text).join('')) }
}

/** Groups of runs that are shown at the same time; white space between them goes with the group before it. */
function groupByTime(runs: readonly TtmlRun[]): [TtmlRun, ...TtmlRun[]][] {
  const groups: [TtmlRun, ...TtmlRun[]][] = []
  for (const run of runs) {
    const group = groups.at(-1)
    if (group && (!VISIBLE.test(run.text) || isSame(group[0].interval, run.interval))) group.push(run)
    else if (VISIBLE.test(run.text)) groups.push([run])
  }
  return groups
}

/**
 * The cues of one paragraph. Usually there is one; where its spans have times of their own, they are the words of a cue
 * with the paragraph's times, or cues themselves when the paragraph has none.
 */
export function ttmlParagraph(paragraph: TtmlInterval, runs: readonly TtmlRun[]): Cue[] {
  const groups = groupByTime(runs)
  const isWhole = paragraph.timed && paragraph.endMs !== Number.POSITIVE_INFINITY
  if (groups.length < 2 || !isWhole) return groups.map((group) => toCue(group[0].interval, group))
  const words = groups.map((group) => toCue(group[0].interval, group)).filter(isReadableCue)
  return [{ ...toCue(paragraph, runs), words }]
}
