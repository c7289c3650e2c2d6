import { parseTtmlTime, type TtmlClock } from '@/lib/captions/parse-ttml-time'

/** When a TTML element is active, in milliseconds with their fraction; NaN where its times can't be read. */
export type TtmlInterval = {
  beginMs: number
  endMs: number
  /** Whether it has times of its own. */
  timed: boolean
  hasEnd: boolean
  sequential: boolean
  /** Where the last of its children ends. */
  childrenEndMs: number
}

/** The whole document: no media ends before it. */
export function rootInterval(): TtmlInterval {
  return {
    beginMs: 0,
    endMs: Number.POSITIVE_INFINITY,
    timed: false,
    hasEnd: false,
    sequential: false,
    childrenEndMs: 0,
  }
}

function timeOf(value: string | undefined, clock: TtmlClock): number | null {
  return value === undefined ? null : (parseTtmlTime(value, clock) ?? Number.NaN)
}

/**
 * When a child of `parent` is active: its times count from its parent's beginning, or in a sequence from the end of the
 * sibling before it, and end with its parent at the latest.
 * @see https://www.w3.org/TR/ttml2/#semantics-time-containment
 */
export function childInterval(
  parent: TtmlInterval,
  attributes: ReadonlyMap<string, string>,
  clock: TtmlClock,
): TtmlInterval {
  const begin = timeOf(attributes.get('begin'), clock)
  const end = timeOf(attributes.get('end'), clock)
  const dur = timeOf(attributes.get('dur'), clock)
  const referenceMs = parent.sequential ? parent.childrenEndMs : parent.beginMs
  const beginMs = referenceMs + (begin ?? 0)
  const ends = [
    parent.endMs,
    end === null ? parent.endMs : referenceMs + end,
    dur === null ? parent.endMs : beginMs + dur,
  ]
  return {
    beginMs,
    endMs: Math.min(...ends),
    timed: begin !== null || end !== null || dur !== null,
    hasEnd: end !== null || dur !== null,
    sequential: attributes.get('timeContainer') === 'seq',
    childrenEndMs: beginMs,
  }
}

/** Tells a parent that a child is over. A container without an end of its own lasts as long as its children do. */
export function endChild(parent: TtmlInterval, child: TtmlInterval, holdsText: boolean): void {
  const endMs = child.hasEnd || holdsText ? child.endMs : Math.min(child.endMs, child.childrenEndMs)
  // A child whose times can't be read doesn't make those of its siblings unreadable.
  if (Number.isNaN(endMs)) return
  parent.childrenEndMs = parent.sequential ? endMs : Math.max(parent.childrenEndMs, endMs)
}
