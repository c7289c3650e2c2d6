/** When a TTML element is active, in milliseconds with their fraction; NaN when its times can't be parsed. */
export type TtmlInterval = {
  beginMs: number
  endMs: number
  /** Whether the element itself has times. */
  timed: boolean
  hasEnd: boolean
  sequential: boolean
  /** The end of its last child. */
  childrenEndMs: number
}

/** The interval of the whole document. */
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
 * The interval of a child of `parent`: its times count from the beginning of the parent, in a sequence from the end of the previous
 * sibling, and end with the parent at the latest.
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

/**
 * Updates a parent at the end of a child. A container without a stated end lasts as long as its children. A sibling after an endless
 * child in a sequence begins with that child; the standard would never show it.
 */
export function endChild(parent: TtmlInterval, child: TtmlInterval, holdsText: boolean): void {
  const endMs = child.hasEnd || holdsText ? child.endMs : Math.min(child.endMs, child.childrenEndMs)
  // Unreadable times of a child must not affect its siblings.
  if (Number.isNaN(endMs)) return
  const isEndless = endMs === Number.POSITIVE_INFINITY
  if (parent.sequential) parent.childrenEndMs = isEndless ? child.beginMs : endMs
  else parent.childrenEndMs = Math.max(parent.childrenEndMs, endMs)
}

/** The units of a TTML document: frames a second, sub-frames a frame, ticks a second. */
export type TtmlClock = { frameRate: number; subFrameRate: number; tickRate: number }

const CLOCK_TIME = /^(?:(\d{1,8}):)?(\d{1,4}):(\d{1,4})(?:[.,](\d{1,20})|[:;](\d{1,4}(?:\.\d{1,4})?)(?:\.(\d{1,4}))?)?$/
const OFFSET_TIME = /^(\d{1,16}(?:\.\d{0,20})?)(h|ms|m|s|f|t)?$/
const MULTIPLIER = /^(\d{1,9}(?:\.\d{1,9})?)(?:[\s:]{1,8}(\d{1,9}))?$/

function positive(value: string | undefined): number | null {
  const number = /^\d{1,9}(?:\.\d{1,9})?$/.test(value ?? '') ? Number(value) : 0
  return number > 0 ? number : null
}

/**
 * Parses the units of a document from the attributes of its root, with the defaults of the specification.
 * @see https://www.w3.org/TR/ttml2/#parameter-attribute-frameRate
 */
export function parseTtmlClock(attributes: ReadonlyMap<string, string>): TtmlClock {
  const nominal = positive(attributes.get('frameRate'))
  const subFrameRate = positive(attributes.get('subFrameRate')) ?? 1
  const [, numerator, denominator = '1'] = MULTIPLIER.exec(attributes.get('frameRateMultiplier')?.trim() ?? '') ?? []
  const multiplier = (positive(numerator) ?? 1) / (positive(denominator) ?? 1)
  const frameRate = (nominal ?? 30) * multiplier
  const tickRate = positive(attributes.get('tickRate')) ?? (nominal === null ? 1 : frameRate * subFrameRate)
  return { frameRate, subFrameRate, tickRate }
}

function clockMs(match: RegExpExecArray, clock: TtmlClock): number {
  const [, hours = '0', minutes, seconds, fraction = '0', frames = '0', subFrames = '0'] = match
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  // `12.1` are twelve frames and one part of a frame, not twelve and a tenth.
  const [frame, part = subFrames] = frames.split('.')
  const inFrames = (Number(frame) + Number(part) / clock.subFrameRate) / clock.frameRate
  return (whole + Number(`0.${fraction}`) + inFrames) * 1000
}

/**
 * Parses a TTML time expression, clock time (`00:01:02.5`, `00:01:02:12`) or offset time (`62.5s`, `1500t`), to milliseconds with
 * their fraction; a bare number is seconds. Null for anything else.
 * @see https://www.w3.org/TR/ttml2/#timing-value-time-expression
 */
export function parseTtmlTime(value: string, clock: TtmlClock): number | null {
  const expression = value.trim()
  const clockTime = CLOCK_TIME.exec(expression)
  if (clockTime) return clockMs(clockTime, clock)
  const [, number, unit] = OFFSET_TIME.exec(expression) ?? []
  if (number === undefined) return null
  const unitMs = {
    h: 3_600_000,
    m: 60_000,
    s: 1000,
    ms: 1,
    f: 1000 / clock.frameRate,
    t: 1000 / clock.tickRate,
  }
  return Number(number) * (unitMs[unit as keyof typeof unitMs] ?? 1000)
}
