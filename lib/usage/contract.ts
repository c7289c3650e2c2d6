import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { PLATFORM_IDS } from '@/lib/platforms/platforms'

/** The allowance where minutes are not limited: 68 years. */
export const UNLIMITED_SECONDS = 2_147_483_647

/** How far back the history of usage goes, and how much of it one call gives. */
export const MAX_DAYS = 90

const NO_DAY = 'Input should be a day such as 2026-11-22'

const dayField = () =>
  z
    .string()
    .max(10)
    .superRefine((value, context) => {
      if (!z.iso.date().safeParse(value).success)
        context.addIssue({ code: 'custom', message: NO_DAY, params: { type: 'date_from_datetime_parsing' } })
    })
    .meta({ format: 'date' })

const usageHistorySchema = z
  .object({
    /** The first and the last day, in UTC. */
    from: z.string(),
    to: z.string(),
    total_seconds: z.int(),
    /** The days on which something was charged, in order. */
    days: z.array(
      z.object({
        day: z.string(),
        seconds: z.int(),
        platforms: z.array(z.object({ platform: z.enum(PLATFORM_IDS), seconds: z.int(), transcripts: z.int() })),
      }),
    ),
  })
  .meta({ id: 'UsageHistory' })
export type UsageHistory = z.infer<typeof usageHistorySchema>

export const usageHistoryQuerySchema = z.object({
  /** The first day; 89 days before the last one by default. */
  from: dayField().nullable().default(null),
  /** The last day; today by default. */
  to: dayField().nullable().default(null),
  format: z.enum(['json', 'csv']).default('json'),
})
export type UsageHistoryQuery = z.output<typeof usageHistoryQuerySchema>

export const readUsageHistory = defineOperation({
  id: 'readUsageHistory',
  method: 'get',
  path: '/v1/me/usage/history',
  summary: 'The seconds you were charged, by day and platform, of up to 90 days',
  tag: 'Billing',
  access: 'account',
  problems: ['invalid_range'],
  query: usageHistoryQuerySchema,
  success: usageHistorySchema,
  answers: {
    200: {
      description: 'By day, as JSON or as CSV with a row for each day and platform',
      schema: usageHistorySchema,
      mediaTypes: ['text/csv'],
    },
  },
})
