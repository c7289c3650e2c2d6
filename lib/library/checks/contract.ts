import { z } from 'zod'
import { layoutFields } from '@/lib/archive/render/render-fields'
import { SUBTITLE_RULES } from '@/lib/captions/layout/subtitle-checks'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField } from '@/lib/core/operations/text-field'

const ruleCounts = z.object({
  reading_speed: z.int(),
  line_length: z.int(),
  line_count: z.int(),
  too_short: z.int(),
  too_long: z.int(),
  gap: z.int(),
})

export const subtitleChecksSchema = z
  .object({
    cues: z.int(),
    counts: ruleCounts,
    /** The first thousand, in the order of the cues. */
    findings: z.array(
      z.object({
        /** Counts from 1, as in SRT. */
        cue: z.int(),
        rule: z.enum(SUBTITLE_RULES),
        value: z.number(),
        limit: z.number(),
      }),
    ),
  })
  .meta({ id: 'SubtitleChecks' })
export type SubtitleChecks = z.infer<typeof subtitleChecksSchema>

export const checkTranscription = defineOperation({
  id: 'checkTranscription',
  method: 'get',
  path: '/v1/me/transcriptions/{id}/subtitle-checks',
  summary: 'Check the subtitles of a transcript for reading speed, lengths and gaps',
  description:
    'Takes the same layout parameters as the downloads in `srt` and `vtt`, and tells which cues break which rule. Nothing is changed.',
  tag: 'History',
  access: 'transcripts:read',
  problems: ['not_found', 'transcript_not_ready'],
  params: z.object({ id: nameField() }),
  query: z.object(layoutFields),
  success: subtitleChecksSchema,
  answers: { 200: { description: 'The cues that break a rule', schema: subtitleChecksSchema } },
})
