import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { linkField, textField } from '@/lib/core/operations/text-field'
import { LINK_PROBLEMS, SOURCE_PROBLEMS } from '@/lib/core/problem/problem-groups'
import { orNull, problemSchema } from '@/lib/core/problem/problem-schema'
import { MAX_OPML_BYTES } from '@/lib/podcasts/opml-contract'
import { checkRange, importRequestSchema, TAG } from '../contract'

/** The choice is made in each show. Ids are left out: they name episodes of one. */
const { url: _, ids: __, ...choiceShape } = importRequestSchema.shape

/** Exactly one of `opml` and `url` is to be non-empty. */
const subscriptionsRequestSchema = z
  .object({ opml: textField(MAX_OPML_BYTES).nullish(), url: linkField().nullish(), ...choiceShape })
  .superRefine(checkRange)
  .meta({ id: 'SubscriptionsRequest' })
export type SubscriptionsRequest = z.infer<typeof subscriptionsRequestSchema>

/** A podcast of the list: the import that transcribes it, or the problem for which there is none. */
const subscribedShowSchema = z
  .object({
    url: z.string(),
    title: z.string().nullable(),
    batch_id: z.string().nullable(),
    error: orNull(problemSchema),
  })
  .meta({ id: 'SubscribedShow' })
export type SubscribedShow = z.infer<typeof subscribedShowSchema>

export const startedSubscriptionsSchema = z
  .object({ title: z.string().nullable(), imports: z.array(subscribedShowSchema) })
  .meta({ id: 'StartedSubscriptions' })
export type StartedSubscriptions = z.infer<typeof startedSubscriptionsSchema>

export const importSubscriptions = defineOperation({
  id: 'importSubscriptions',
  method: 'post',
  path: '/v1/import/subscriptions',
  summary: 'Import the podcasts of an OPML file, which podcast apps export: one import for each',
  description:
    "Up to 500 podcasts; a repeated one is imported once. Ten imports run at a time, and the others wait for them. A podcast that can't be imported has an `error`, and the others are imported.",
  tag: TAG,
  access: 'imports',
  problems: [
    ...LINK_PROBLEMS,
    ...SOURCE_PROBLEMS,
    'missing_source',
    'conflicting_sources',
    'file_too_large',
    'invalid_language',
  ],
  idempotencyKey: true,
  body: subscriptionsRequestSchema,
  bodyKind: 'subscriptions',
  success: startedSubscriptionsSchema,
  answers: {
    202: {
      description: 'The podcasts in the order of the file, with their imports',
      schema: startedSubscriptionsSchema,
    },
  },
})
