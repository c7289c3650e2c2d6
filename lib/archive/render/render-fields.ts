import type { RenderOptions } from '@/lib/captions/transcript'
import { laxBoolean } from '@/lib/core/operations/lax-boolean'
import { queryInt } from '@/lib/core/operations/query-int'
import { queryNumber } from '@/lib/core/operations/query-number'
import { nameField } from '@/lib/core/operations/text-field'

/** The fields of a request that choose how subtitles are laid out. Other formats ignore them. */
export const layoutFields = {
  /** Columns, of which wide characters take two. */
  max_line_length: queryInt({ min: 10, max: 100 }).optional(),
  max_lines: queryInt({ min: 1, max: 4 }).optional(),
  max_seconds: queryNumber({ min: 1, max: 60 }).optional(),
  /** Lay the cues out again so that they keep the rules of subtitles, as far as they can. */
  repair: laxBoolean().optional(),
}

/** The fields of a request that choose how a transcript is rendered. */
export const renderFields = {
  format: nameField().default('json'),
  /** The times of words: true also in WebVTT, false not in JSON. By default JSON has them where they are known. */
  words: laxBoolean().optional(),
  ...layoutFields,
}

/** The options that a request chose beside the format. */
export function renderOptions(fields: RenderOptions): RenderOptions {
  const { words, max_line_length, max_lines, max_seconds, repair } = fields
  const options = { words, max_line_length, max_lines, max_seconds, repair }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
