import { z } from 'zod'
import { platformSchema } from '@/lib/captions/transcript'
import { defineOperation } from '@/lib/core/operations/operation'

/** `quiet`: too few links of the platform were opened lately to tell. */
const stateSchema = z.enum(['working', 'slow', 'failing', 'quiet'])
export type PlatformState = z.infer<typeof stateSchema>

const codesSchema = z.record(z.string(), z.int())
const secondsSchema = z.number().nullable()

const summarySchema = z
  .object({
    /** Requests to the platform, for captions or for sound. */
    requests: z.int(),
    /** Requests that it answered: with the result, or that the recording is not available. */
    answered: z.int(),
    failed: z.int(),
    /** How long it took to answer for captions. */
    median_seconds: secondsSchema,
    p95_seconds: secondsSchema,
    /** Its refusals of recordings (private, not found and so on) by error code. They are no failures. */
    refusals: codesSchema,
    /** Why it failed, by error code. */
    failures: codesSchema,
  })
  .meta({ id: 'RequestSummary' })
export type RequestSummaryView = z.infer<typeof summarySchema>

const hourSchema = z
  .object({
    start: z.string(),
    state: stateSchema,
    requests: z.int(),
    answered: z.int(),
    median_seconds: secondsSchema,
  })
  .meta({ id: 'StatusHour' })
export type StatusHour = z.infer<typeof hourSchema>

const platformStatusSchema = z
  .object({
    platform: platformSchema,
    state: stateSchema,
    last_hour: summarySchema,
    last_day: summarySchema,
    /** The last 24 hours of the clock (UTC), the earliest first; the last one is not over. */
    hours: z.array(hourSchema),
  })
  .meta({ id: 'PlatformStatus' })
export type PlatformStatusView = z.infer<typeof platformStatusSchema>

export const statusSchema = z.object({ platforms: z.array(platformStatusSchema) }).meta({ id: 'Status' })
export type StatusView = z.infer<typeof statusSchema>

export const getStatus = defineOperation({
  id: 'getStatus',
  method: 'get',
  path: '/v1/status',
  summary: 'Get the status of each platform over the last 24 hours',
  description: 'Counted from the real requests of this server, by the hour. Nothing is asked for it.',
  tag: 'Health',
  access: 'public',
  limit: 'frequent',
  success: statusSchema,
  answers: { 200: { description: 'All enabled platforms', schema: statusSchema } },
})
