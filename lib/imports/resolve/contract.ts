import { z } from 'zod'
import { platformSchema } from '@/lib/captions/transcript'
import { defineOperation } from '@/lib/core/operations/operation'
import { linkField } from '@/lib/core/operations/text-field'
import { LINK_PROBLEMS, SOURCE_PROBLEMS } from '@/lib/core/problem/problem-groups'
import { orNull } from '@/lib/core/problem/problem-schema'
import { resolveResponseSchema, TAG } from '../contract'

const linkRequestSchema = z.object({ url: linkField() }).meta({ id: 'LinkRequest' })

/** One recording. `duration_seconds` and `title` are null where they are not known yet. */
const recordingSchema = z
  .object({ video_id: z.string(), title: z.string().nullable(), duration_seconds: z.int().nullable() })
  .meta({ id: 'LinkedRecording' })

/** A list of videos. `count` is null where the platform does not say how many there are. */
const listSchema = z
  .object({
    kind: z.enum(['playlist', 'channel', 'profile', 'series', 'showcase', 'group']),
    title: z.string().nullable(),
    author: z.string().nullable(),
    count: z.int().nullable(),
  })
  .meta({ id: 'LinkedList' })

/** The target of a link: the one of `recording`, `list` and `podcast` that `kind` names is not null. */
export const resolvedLinkSchema = z
  .object({
    kind: z.enum(['recording', 'list', 'show']),
    platform: platformSchema,
    /** Canonical. */
    url: z.string(),
    recording: orNull(recordingSchema),
    list: orNull(listSchema),
    /**
     * As `POST /v1/podcast/resolve` answers: for a show, and beside `recording` for an episode or a recording that a
     * podcast link leads to.
     */
    podcast: orNull(resolveResponseSchema),
  })
  .meta({ id: 'ResolvedLink' })
export type ResolvedLink = z.infer<typeof resolvedLinkSchema>

export const resolveLink = defineOperation({
  id: 'resolveLink',
  method: 'post',
  path: '/v1/resolve',
  summary: 'Inspect a link: a recording, a list of videos, or a podcast with its episodes',
  description: 'Use it to find out what a link is before you transcribe or import it. Nothing is charged.',
  tag: TAG,
  access: 'transcripts:read',
  problems: [...LINK_PROBLEMS, ...SOURCE_PROBLEMS],
  body: linkRequestSchema,
  success: resolvedLinkSchema,
  answers: { 200: { description: 'The contents of the link', schema: resolvedLinkSchema } },
})
