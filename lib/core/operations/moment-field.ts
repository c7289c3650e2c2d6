import type { z } from 'zod'
import { textField } from './text-field'

const LEAP_YEAR = String.raw`([12]\d(0[48]|[2468][048]|[13579][26])|(1[26]|2[048])00)`
const DAY = String.raw`${LEAP_YEAR}-02-29|[12]\d{3}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))`
const TIME = String.raw`T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)`
const MOMENT = new RegExp(`^(${DAY})(${TIME})?$`)
const NO_MOMENT = 'Input should be a day such as 2026-11-22, or a time such as 2026-11-22T08:00:00Z'
const MAX_MOMENT_CHARACTERS = 30

/** A day, which begins at midnight in UTC, or a time with its zone. `Date` reads it; PostgreSQL refuses some of its zones. */
export const momentField = (): z.ZodString =>
  textField(MAX_MOMENT_CHARACTERS)
    .superRefine((value, context) => {
      if (MOMENT.test(value)) return
      context.addIssue({ code: 'custom', message: NO_MOMENT, params: { type: 'datetime_from_date_parsing' } })
    })
    .meta({ pattern: MOMENT.source })
