import { z } from 'zod'
import { platformSchema } from '@/lib/captions/transcript'
import { defineOperation } from '@/lib/core/operations/operation'
import { linkField } from '@/lib/core/operations/text-field'
import { LINK_PROBLEMS, SOURCE_PROBLEMS } from '@/lib/core/problem/problem-groups'

const languageSchema = z.object({
  /** BCP 47. */
  code: z.string(),
  name: z.string(),
  native_name: z.string(),
  source: z.enum(['captions', 'auto_captions']),
  /** Whether it is the language spoken. */
  original: z.boolean(),
})

const trackSchema = z.object({
  /** A private-use BCP 47 tag, `en-x-human2`. */
  id: z.string(),
  /** BCP 47; null: not known. */
  code: z.string().nullable(),
  /** The title by the source. */
  name: z.string().nullable(),
  source: z.enum(['captions', 'auto_captions']),
  /** Whether it is in the language spoken. */
  original: z.boolean(),
})

/** The captions of a recording, a row for each language and kind and one for each track, and whether speech-to-text is possible. */
export const languageListSchema = z
  .object({
    url: z.string(),
    platform: platformSchema,
    video_id: z.string(),
    title: z.string().nullable(),
    duration_seconds: z.int().nullable(),
    original_lang: z.string().nullable(),
    languages: z.array(languageSchema),
    tracks: z.array(trackSchema),
    speech_to_text: z.boolean(),
  })
  .meta({ id: 'LanguageList' })
export type LanguageList = z.infer<typeof languageListSchema>

export const listLanguages = defineOperation({
  id: 'listLanguages',
  method: 'get',
  path: '/v1/languages',
  summary: 'List the caption languages of a source; for an upload, only its owner can',
  description:
    'Says for each language whether its captions are made by people or automatic, and lists the tracks, of which a language may have several. Nothing is charged, and no job starts. A source without captions has an empty list.',
  tag: 'Transcription',
  access: 'public',
  optionalScope: 'transcripts:read',
  problems: [...LINK_PROBLEMS, ...SOURCE_PROBLEMS, 'missing_source', 'conflicting_sources', 'not_found'],
  query: z.object({ url: linkField() }),
  success: languageListSchema,
  answers: { 200: { description: 'The languages', schema: languageListSchema } },
})
