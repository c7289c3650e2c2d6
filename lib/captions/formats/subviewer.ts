import { parseCommaTimed, parseCommaTimings } from '../parsing/comma-timings'
import type { ReadFormat } from './format'

/** A line of the header, or one that changes colour, style, size or font. */
const SETTING =
  /^\[(?:information|title|author|source|prg|filepath|delay|cd track|comment|end information|subtitle|colf|style|size|font)\]/i

/** SubViewer 2. Its times have hundredths of a second. */
export const subviewer = {
  id: 'subviewer',
  label: 'SubViewer',
  origin: 'editors of subtitles',
  endings: ['sub'],
  mediaTypes: [],
  lineDetector:
    () =>
    ({ line, isHead }) =>
      isHead && (/^\[information\]$/i.test(line) || (parseCommaTimings(line)?.digits ?? 0) > 0),
  parse: (text) => parseCommaTimed(text, (line) => SETTING.test(line)),
} as const satisfies ReadFormat
