import { z } from 'zod'

const NOT_UNICODE = 'Input should be a valid string, unable to parse raw data as a unicode string'

/**
 * A string field of at most `max` code points. NUL and lone surrogates are refused as pydantic refuses what is no
 * Unicode: PostgreSQL can't hold them.
 */
export function textField(max?: number): z.ZodString {
  const field = max === undefined ? z.string() : z.string().max(max)
  return field.superRefine((value, context) => {
    if (!value.includes('\u0000') && value.isWellFormed()) return
    context.addIssue({ code: 'custom', message: NOT_UNICODE, params: { type: 'string_unicode' } })
  })
}
