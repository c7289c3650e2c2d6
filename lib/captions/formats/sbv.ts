import { parseCommaTimed, parseCommaTimings } from '../parsing/comma-timings'
import type { ReadFormat } from './format'

/** The export of YouTube Studio. */
export const sbv = {
  id: 'sbv',
  label: 'SBV',
  origin: 'YouTube Studio',
  endings: ['sbv'],
  mediaTypes: [],
  lineDetector:
    () =>
    ({ line, isHead }) =>
      isHead && parseCommaTimings(line)?.digits === 3,
  parse: (text) => parseCommaTimed(text),
} as const satisfies ReadFormat
