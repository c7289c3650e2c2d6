import { z } from 'zod'

export const warningSchema = z.object({
  code: z.enum([
    'language_fallback',
    'language_unknown',
    'partial',
    'no_speech',
    'offline_engine',
    'speakers_unavailable',
    'captions_damaged',
    'captions_empty',
    'charset_guessed',
    'frame_rate_assumed',
    'track_chosen',
    'language_uncertain',
    'language_unverified',
    'speech_missing',
    'media_truncated',
  ]),
  detail: z.string(),
})
export type Warning = z.infer<typeof warningSchema>
