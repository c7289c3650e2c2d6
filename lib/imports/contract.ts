import { z } from 'zod'
import { defineOperation } from '@/lib/platform/operation'
import { textField } from '@/lib/platform/text-field'

const MAX_LINK_CHARACTERS = 2048

const resolveRequestSchema = z.object({ url: textField(MAX_LINK_CHARACTERS) }).meta({ id: 'ResolveRequest' })

const showSchema = z.object({ title: z.string() }).meta({ id: 'ShowInfo' })

const episodeSchema = z
  .object({
    /** The feed's own id of it. */
    guid: z.string(),
    title: z.string(),
    audio_url: z.string(),
    /** ISO 8601, in UTC. */
    published: z.string().nullable(),
    /** As `M:SS` or `H:MM:SS`. */
    duration: z.string().nullable(),
  })
  .meta({ id: 'EpisodeOut' })
export type ResolvedEpisode = z.infer<typeof episodeSchema>

export const resolveResponseSchema = z
  .object({
    kind: z.enum(['show', 'episode', 'audio']),
    /** Of a show, and of the show that an episode belongs to. */
    show: showSchema.nullable(),
    /** Of a show all, as its feed has them; of an episode itself. */
    episodes: z.array(episodeSchema).nullable(),
    /** Of an episode, and of a recording on its own. */
    audio_url: z.string().nullable(),
  })
  .meta({ id: 'ResolveResponse' })
export type ResolveResponse = z.infer<typeof resolveResponseSchema>

export const resolvePodcast = defineOperation({
  id: 'resolvePodcast',
  method: 'post',
  path: '/v1/podcast/resolve',
  summary: 'What a podcast link leads to: a show with its episodes, an episode, or a recording',
  tag: 'Podcasts and imports',
  access: 'transcripts:read',
  body: resolveRequestSchema,
  success: resolveResponseSchema,
  answers: { 200: { description: 'What is behind the link', schema: resolveResponseSchema } },
})
