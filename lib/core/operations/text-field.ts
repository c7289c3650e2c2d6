import { z } from 'zod'

const NOT_UNICODE = 'Input should be a valid string, unable to parse raw data as a unicode string'

/** An id, a slug, or a name from a list: a language, a format, a plan. */
const MAX_NAME_CHARACTERS = 100
/** The pattern of a text without NUL, in the syntax of every engine. */
const NO_NUL = '^[^\\x00]*$'
/** The pattern of a text that is not blank. */
export const NOT_BLANK = '^[^\\x00]*[^\\s\\x00][^\\x00]*$'
/** A link as people paste it. */
const MAX_LINK_CHARACTERS = 2048

/**
 * A string field of at most `max` characters: no text of a request is unbounded. NUL and lone surrogates are refused as
 * pydantic refuses what is no Unicode: PostgreSQL can't hold them.
 */
export function textField(max: number): z.ZodString {
  return z
    .string()
    .max(max)
    .superRefine((value, context) => {
      if (!value.includes('\u0000') && value.isWellFormed()) return
      context.addIssue({ code: 'custom', message: NOT_UNICODE, params: { type: 'string_unicode' } })
    })
    .meta({ pattern: NO_NUL })
}

/** A text field that is not blank, without the space around it. */
export const trimmedField = (max: number): z.ZodString => textField(max).trim().min(1).meta({ pattern: NOT_BLANK })

/** A string field for an id, or for a name from a list. */
export const nameField = (): z.ZodString => textField(MAX_NAME_CHARACTERS)

export const linkField = (): z.ZodString => textField(MAX_LINK_CHARACTERS)
