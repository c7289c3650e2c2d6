/** How a TTML document counts: frames a second, parts a frame, ticks a second. */
export type TtmlClock = { frameRate: number; subFrameRate: number; tickRate: number }

const CLOCK_TIME = /^(?:(\d{1,8}):)?(\d{1,4}):(\d{1,4})(?:[.,](\d{1,20})|[:;](\d{1,4}(?:\.\d{1,4})?)(?:\.(\d{1,4}))?)?$/
const OFFSET_TIME = /^(\d{1,16}(?:\.\d{0,20})?)(h|ms|m|s|f|t)?$/
const MULTIPLIER = /^(\d{1,9}(?:\.\d{1,9})?)(?:[\s:]{1,8}(\d{1,9}))?$/

function positive(value: string | undefined): number | null {
  const number = /^\d{1,9}(?:\.\d{1,9})?$/.test(value ?? '') ? Number(value) : 0
  return number > 0 ? number : null
}

/**
 * Reads a document's own clock from the attributes of its root, with the specification's defaults.
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
 * Reads a TTML time expression, clock time (`00:01:02.5`, `00:01:02:12`) or offset time (`62.5s`, `1500t`), in
 * milliseconds with their fraction; a bare number is seconds. Null when it is none.
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
