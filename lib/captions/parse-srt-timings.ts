const STAMP = String.raw`(-?)(?:(\d{1,6}) ?[:：] ?)?(\d{1,2}) ?[:：] ?(\d{1,2})(?: ?[,.:，．] ?(\d{1,3})\d{0,6})?`
const TIMINGS = new RegExp(
  String.raw`^[ \t]{0,16}${STAMP}[ \t]{0,8}[-–—]{1,3} ?>[ \t]{0,8}${STAMP}(?:[ \t](.*))?$`,
  'u',
)
const LAYOUT = /^[ \t]*(?:[XY][12]|align|line|position|region|size|vertical):\S/i

/** Times before the beginning count as the beginning. */
function toMs(parts: ReadonlyArray<string | undefined>): number {
  const [sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] = parts
  if (sign === '-') return 0
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
}

/**
 * Reads the line with an SRT cue's times as it is found in the wild: `,`, `.`, `:` or no fraction, one to three or more
 * of its digits, hours of any size or none, spaces between the parts, other arrows. Gives integer milliseconds and the
 * text that follows on the same line ('' for layout coordinates), or null when it is another line.
 */
export function parseSrtTimings(line: string): { startMs: number; endMs: number; rest: string } | null {
  const match = line.includes('>') ? TIMINGS.exec(line) : null
  if (!match) return null
  const rest = match[11] ?? ''
  return { startMs: toMs(match.slice(1, 6)), endMs: toMs(match.slice(6, 11)), rest: LAYOUT.test(rest) ? '' : rest }
}
