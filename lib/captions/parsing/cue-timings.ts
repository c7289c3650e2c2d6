const DIGIT = String.raw`\p{Nd}`
/** Spaces of any kind and marks that are not shown, such as those of direction. */
const GAP = String.raw`[\s\p{Cf}]{0,16}`
const COLON = ':：∶﹕'
const SEPARATOR = String.raw`[${COLON};；,，،٫.．。'’‘´\x60]{1,2}`
const SEPARATORS = new RegExp(SEPARATOR, 'gu')
const STAMP = `(-?)(${DIGIT}{1,9}(?:${GAP}${SEPARATOR}${GAP}${DIGIT}{1,9}){1,3})`
const COUNTER = `(?:#|№)?-?${DIGIT}{1,20}[.):]?`
const ARROW = '(?:[-–—−]{1,3} ?(?:[>＞]|&gt;)|[→⟶➔➜➡⇒])'

const TIMINGS = new RegExp(
  String.raw`^${GAP}(?:(${COUNTER})[\s\p{Cf}]{1,16})?${STAMP}${GAP}(${ARROW})${GAP}${STAMP}(?:[\s\p{Cf}]([^]*))?$`,
  'u',
)
/** A line that begins as one with times does, and has an arrow. */
const BROKEN = new RegExp(
  String.raw`^${GAP}(?:${COUNTER}[\s\p{Cf}]{1,16})?-?${DIGIT}{1,9}${GAP}(?:[${COLON}]|${SEPARATOR}${GAP}${DIGIT}{2}${GAP}${SEPARATOR}${GAP}${DIGIT}{2}).{0,40}--(?:>|&gt;)`,
  'u',
)
const COUNTER_LINE = new RegExp(`^${GAP}(${COUNTER})${GAP}$`, 'u')
const LONGEST_COUNTER = 48
/** The end of an arrow, after the dash that it must follow unless it is one sign. */
export const ARROW_END = /[>＞→⟶➔➜➡⇒]|&gt;/g
const LAYOUT = /^[ \t]*(?:[XY][12]|align|line|position|region|size|vertical):\S/i

/** The value of a decimal digit of any script: the digits of each follow one another in Unicode. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

function toAsciiDigits(text: string): string {
  return text.replace(/(?!\p{ASCII})\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

/** The numbers of a time, and whether a colon is before the last and before the second of them. */
type Fields = { numbers: string[]; firstIsColon: boolean; lastIsColon: boolean; isEven: boolean }

function fieldsOf(stamp: string): Fields {
  const numbers = stamp.match(/\p{Nd}+/gu) ?? []
  const separators = stamp.match(SEPARATORS) ?? []
  const isColon = (separator = '') => COLON.includes(separator.charAt(0))
  return {
    numbers: numbers.map(toAsciiDigits),
    firstIsColon: isColon(separators[0]),
    lastIsColon: isColon(separators.at(-1)),
    isEven: new Set(separators).size === 1,
  }
}

/** Hours, minutes, seconds and fraction. Null for numbers that are no time, as of a version or an address. */
function clockOf({ numbers, firstIsColon, lastIsColon, isEven }: Fields, isPlainArrow: boolean): string[] | null {
  const [first = '', second = '', third = ''] = numbers
  if (numbers.length === 4) {
    const isTime = firstIsColon || !isEven || (isPlainArrow && first.length === 2 && second.length === 2)
    return isTime ? numbers : null
  }
  if (numbers.length === 3) {
    if (!firstIsColon) return null
    return lastIsColon && third.length < 3 ? [...numbers, ''] : ['0', ...numbers]
  }
  if (!isPlainArrow) return null
  return firstIsColon ? ['0', first, second, ''] : ['0', '0', ...numbers]
}

/** Integer milliseconds; null for a time whose minutes or seconds have too many digits. */
function toMs([hours = '', minutes = '', seconds = '', fraction = '']: readonly string[]): number | null {
  const minuteDigits = Number(hours) === 0 ? 4 : 2
  if (minutes.length > minuteDigits || seconds.length > 2) return null
  const wholeSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return wholeSeconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

/** The times of a cue in integer milliseconds, the counter before them, and the text that follows on the line. */
export type CueTimings = { startMs: number; endMs: number; counter: number | null; rest: string }

/**
 * Parses the line with the times of a cue as files have it: any separators and digits, one to nine digits of a fraction or none,
 * hours of any size or none, seconds alone with a fraction, spaces and marks between the parts, other arrows, the counter in
 * front. A negative time is 0. `rest` is '' for layout coordinates. Null for any other line.
 */
export function parseCueTimings(line: string): CueTimings | null {
  const match = TIMINGS.exec(line)
  if (!match) return null
  const [, counter, startSign, start = '', arrow = '', endSign, end = '', text = ''] = match
  const [from, to] = [fieldsOf(start), fieldsOf(end)]
  const isPlainArrow = arrow.endsWith('>')
  const hasSecondsOnly = [from, to].some(({ numbers, firstIsColon }) => numbers.length === 2 && !firstIsColon)
  if (hasSecondsOnly && (from.numbers.length !== to.numbers.length || !arrow.endsWith('-->') || text.trim() !== '')) {
    return null
  }
  const [fromClock, toClock] = [clockOf(from, isPlainArrow), clockOf(to, isPlainArrow)]
  const startMs = fromClock && toMs(fromClock)
  const endMs = toClock && toMs(toClock)
  if (startMs === null || endMs === null) return null
  return {
    startMs: startSign === '' ? startMs : 0,
    endMs: endSign === '' ? endMs : 0,
    counter: counter === undefined ? null : counterOf(counter),
    rest: LAYOUT.test(text) ? '' : text,
  }
}

/** Whether a line has times that `parseCueTimings` cannot read. */
export function hasBrokenTimings(line: string): boolean {
  return BROKEN.test(line)
}

const counterOf = (counter: string) => Number(toAsciiDigits(counter).replace(/[^-\d]/g, ''))

/** The number of a line that is the counter of a cue: `2`, `2.`, `#2`, `-2`. Null for any other line. */
export function parseCounter(line: string): number | null {
  const counter = line.length > LONGEST_COUNTER ? undefined : COUNTER_LINE.exec(line)?.[1]
  return counter === undefined ? null : counterOf(counter)
}
