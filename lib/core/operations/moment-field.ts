import type { z } from 'zod'
import { textField } from './text-field'

const MOMENT = /^[12]\d{3}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/
const NO_MOMENT = 'Input should be a day such as 2026-11-22, or a time such as 2026-11-22T08:00:00Z'
const MAX_MOMENT_CHARACTERS = 30

/** A day, which begins at midnight in UTC, or a time with its zone. */
export const momentField = (): z.ZodString =>
  textField(MAX_MOMENT_CHARACTERS).superRefine((value, context) => {
    if (MOMENT.test(value) && !Number.isNaN(Date.parse(value))) return
    context.addIssue({ code: 'custom', message: NO_MOMENT, params: { type: 'datetime_from_date_parsing' } })
  })
