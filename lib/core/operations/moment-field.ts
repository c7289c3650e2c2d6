import type { z } from 'zod'
import { textField } from './text-field'

const DAY = String.raw`[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`
const HOUR_AND_MINUTE = String.raw`([01]\d|2[0-3]):[0-5]\d`
const MOMENT = `^${DAY}(T${HOUR_AND_MINUTE}${String.raw`(:[0-5]\d(\.\d{1,3})?)?`}(Z|[+-]${HOUR_AND_MINUTE}))?$`
const NO_MOMENT = 'Input should be a day such as 2026-11-22, or a time such as 2026-11-22T08:00:00Z'
const MAX_MOMENT_CHARACTERS = 30

/** A day, which begins at midnight in UTC, or a time with its zone. */
export const momentField = (): z.ZodString =>
  textField(MAX_MOMENT_CHARACTERS)
    .superRefine((value, context) => {
      if (new RegExp(MOMENT).test(value)) return
      context.addIssue({ code: 'custom', message: NO_MOMENT, params: { type: 'datetime_from_date_parsing' } })
    })
    .meta({ pattern: MOMENT })
