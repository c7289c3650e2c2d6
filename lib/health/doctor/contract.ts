import { z } from 'zod'
import { platformSchema } from '@/lib/captions/transcript'
import { defineOperation } from '@/lib/core/operations/operation'
import { linkField, nameField } from '@/lib/core/operations/text-field'
import { orNull } from '@/lib/core/problem/problem-schema'

const MAX_PROBES = 20

const checkStatusSchema = z.enum(['ok', 'warning', 'failed'])
export type CheckStatus = z.infer<typeof checkStatusSchema>

const checkSchema = z
  .object({
    /** The name of the check, such as `ffmpeg` or `database`. */
    name: z.string(),
    status: checkStatusSchema,
    /** The finding, in a sentence. */
    seen: z.string(),
    /** The next step; null: none. */
    action: z.string().nullable(),
  })
  .meta({ id: 'MachineCheck' })
export type MachineCheck = z.infer<typeof checkSchema>

const machineSchema = z.object({ checks: z.array(checkSchema) }).meta({ id: 'MachineChecks' })

const probeSchema = z.object({ platform: platformSchema, url: linkField() }).meta({ id: 'Probe' })
/** A stable public recording that a platform is asked for. */
export type Probe = z.infer<typeof probeSchema>
export const probesSchema = z.array(probeSchema).max(MAX_PROBES)

const partSchema = z
  .object({
    /** Whether there is such a thing, as far as was found out. */
    found: z.boolean(),
    seconds: z.number().nullable(),
    /** The error code, where it failed. */
    code: z.string().nullable(),
    seen: z.string(),
  })
  .meta({ id: 'ProbePart' })
export type ProbePart = z.infer<typeof partSchema>

const probeResultSchema = z
  .object({
    platform: platformSchema,
    url: z.string(),
    status: checkStatusSchema,
    captions: partSchema,
    /** Null: not tried, because the platform did not say where it is. */
    sound: orNull(partSchema),
    action: z.string().nullable(),
  })
  .meta({ id: 'ProbeResult' })
export type ProbeResult = z.infer<typeof probeResultSchema>

const liveSchema = z
  .object({
    network: checkSchema,
    /** Empty without a network: nothing was asked then. */
    platforms: z.array(probeResultSchema),
  })
  .meta({ id: 'LiveChecks' })
export type LiveChecks = z.infer<typeof liveSchema>

const keptFacts = {
  name: z.string(),
  kept_at: z.string(),
  platform: z.string(),
  /** The extractor of the request. */
  extractor: z.string(),
  /** Why it was not understood. */
  reason: z.string().nullable(),
  /** Null: the words of a program, such as yt-dlp. */
  host: z.string().nullable(),
  path: z.string().nullable(),
  status: z.int().nullable(),
  content_type: z.string().nullable(),
  /** The length of the whole answer. */
  body_bytes: z.int(),
}
const keptAnswerSchema = z.object(keptFacts).meta({ id: 'KeptAnswer' })
export type KeptAnswerView = z.infer<typeof keptAnswerSchema>

const keptAnswersSchema = z.object({ answers: z.array(keptAnswerSchema) }).meta({ id: 'KeptAnswers' })
const wholeAnswerSchema = z
  .object({
    ...keptFacts,
    /** The version of the service that kept it. */
    version: z.string(),
    /** The beginning of the answer, redacted. */
    body: z.string(),
  })
  .meta({ id: 'WholeKeptAnswer' })

const TAG = 'System check'

export const checkMachine = defineOperation({
  id: 'checkMachine',
  method: 'get',
  path: '/v1/doctor',
  summary: 'Check the programs, settings and services of this machine',
  tag: TAG,
  access: 'operator',
  success: machineSchema,
  answers: { 200: { description: 'All checks', schema: machineSchema } },
})

export const checkPlatforms = defineOperation({
  id: 'checkPlatforms',
  method: 'post',
  path: '/v1/doctor/live',
  isLongLasting: true,
  summary: 'Request a public recording from each platform, with captions and audio',
  tag: TAG,
  access: 'operator',
  body: z
    .object({
      /** Recordings to ask for in place of the server's own list. */
      probes: probesSchema.nullable().default(null),
    })
    .meta({ id: 'LiveChecksRequest' }),
  success: liveSchema,
  answers: { 200: { description: 'The result for each platform', schema: liveSchema } },
})

export const listKeptAnswers = defineOperation({
  id: 'listKeptAnswers',
  method: 'get',
  path: '/v1/doctor/answers',
  summary: 'List the latest platform responses that Verbatim could not parse, newest first',
  tag: TAG,
  access: 'operator',
  success: keptAnswersSchema,
  answers: { 200: { description: 'At most 50', schema: keptAnswersSchema } },
})

export const readKeptAnswer = defineOperation({
  id: 'readKeptAnswer',
  method: 'get',
  path: '/v1/doctor/answers/{name}',
  summary: 'Get a platform response that Verbatim could not parse, redacted',
  tag: TAG,
  access: 'operator',
  problems: ['not_found'],
  params: z.object({ name: nameField() }),
  success: wholeAnswerSchema,
  answers: { 200: { description: 'The response', schema: wholeAnswerSchema } },
})
