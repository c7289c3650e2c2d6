import { z } from 'zod'
import { renderFields } from '@/lib/archive/render/render-fields'
import { BARE_MEDIA_TYPES } from '@/lib/captions/document-files'
import { transcriptSchema } from '@/lib/captions/transcript'
import { laxBoolean, laxBooleanOr } from '@/lib/core/operations/lax-boolean'
import { defineOperation } from '@/lib/core/operations/operation'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'
import { LINK_PROBLEMS, RECORDING_PROBLEMS, SOURCE_PROBLEMS } from '@/lib/core/problem/problem-groups'
import { jobStartedSchema } from '@/lib/jobs/contract'

const source = linkField()

export const MAX_PROMPT_CHARACTERS = 1000
export const MAX_KEYWORDS = 100

/** Exactly one of `url`, `upload` and `audio` is to be non-empty. */
export const transcriptRequestSchema = z
  .object({
    url: source.default(''),
    upload: source.nullable().default(null),
    audio: source.nullable().default(null),
    /** The upload of a caption file whose text is that of `upload`. */
    captions: source.nullish(),
    /** Default: `en` for captions, the language spoken for speech-to-text. */
    lang: nameField().optional().meta({ default: 'en' }),
    /** One of `tracks` of `GET /v1/languages`, in place of a language. */
    track: nameField().optional(),
    ...renderFields,
    /** No other language is accepted: 404 `language_unavailable` in place of a fallback. */
    strict_lang: laxBoolean({ default: false }),
    /** Accept a partial transcript where the allowance is too small. */
    allow_partial: laxBoolean({ default: false }),
    /**
     * Tell speakers apart. `auto`: where that costs nothing, as with captions that name them. Where it can't be done the transcript has
     * the warning `speakers_unavailable`. `false`: leave out who speaks.
     */
    diarize: laxBooleanOr('auto'),
    /** The subject of the recording, for engines that take it. */
    prompt: textField(MAX_PROMPT_CHARACTERS).optional(),
    /** Names and terms that may come up, for speech engines that take them. */
    keywords: z.array(nameField()).max(MAX_KEYWORDS).optional(),
  })
  .meta({ id: 'TranscriptRequest' })
export type TranscriptRequest = z.infer<typeof transcriptRequestSchema>

export const createTranscript = defineOperation({
  id: 'createTranscript',
  method: 'post',
  path: '/v1/transcript',
  summary: 'Get a transcript, or a job that creates it if the source has no captions',
  description:
    'Returns the transcript if the source has captions or you have transcribed it before. Otherwise a job makes it: the response is 202 with `job_id`, and `GET /v1/jobs/{job_id}` returns the transcript when it is done. Send exactly one of `url`, `audio` and `upload`. A recording is charged once per language; reading it again is free.',
  tag: 'Transcription',
  access: 'transcripts:write',
  problems: [
    ...LINK_PROBLEMS,
    ...SOURCE_PROBLEMS,
    ...RECORDING_PROBLEMS,
    'missing_source',
    'conflicting_sources',
    'invalid_language',
    'language_not_supported',
    'unsupported_format',
    'language_unavailable',
    'not_found',
    'expired',
    'upload_incomplete',
    'allowance_exceeded',
    'too_many_jobs',
    'storage_unavailable',
    'transcriber_unavailable',
    'transcriber_failed',
  ],
  idempotencyKey: true,
  body: transcriptRequestSchema,
  success: z.union([transcriptSchema, jobStartedSchema]),
  answers: {
    200: {
      description: 'The transcript in the requested format',
      schema: transcriptSchema,
      mediaTypes: BARE_MEDIA_TYPES,
    },
    202: {
      description:
        'The source has no captions: a job makes the transcript. `status` is `queued` for a job that has just begun or waits, and `in_progress` when somebody has asked for the same recording and language before and their job, which you join, is at work. Poll it either way.',
      schema: jobStartedSchema,
    },
  },
})
