import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField, trimmedField } from '@/lib/core/operations/text-field'

const TAG = 'Corrections'
const MAX_SPELLINGS = 200
const MAX_CHARACTERS = 100

const term = () => trimmedField(MAX_CHARACTERS)

const vocabularySchema = z
  .object({
    spellings: z
      .array(
        z.object({
          /** The spelling of a name or term. */
          to: term(),
          /** The spelling that transcripts often have instead. */
          from: term().nullable().default(null),
        }),
      )
      .max(MAX_SPELLINGS),
  })
  .meta({ id: 'Vocabulary' })
export type Vocabulary = z.output<typeof vocabularySchema>

export const readVocabulary = defineOperation({
  id: 'readVocabulary',
  method: 'get',
  path: '/v1/me/vocabulary',
  summary: 'Get how you want names and terms to be spelled',
  tag: TAG,
  access: 'transcripts:read',
  success: vocabularySchema,
  answers: { 200: { description: 'Your vocabulary', schema: vocabularySchema } },
})

export const setVocabulary = defineOperation({
  id: 'setVocabulary',
  method: 'put',
  path: '/v1/me/vocabulary',
  summary: 'Replace your vocabulary: up to 200 names and terms',
  description:
    'Speech engines get the names with your uploads, and the editor offers to correct other spellings. Existing transcripts do not change.',
  tag: TAG,
  access: 'transcripts:write',
  body: vocabularySchema,
  success: vocabularySchema,
  answers: { 200: { description: 'Your vocabulary', schema: vocabularySchema } },
})

const suggestionsSchema = z
  .object({
    suggestions: z.array(
      z.object({
        find: z.string(),
        replace: z.string(),
        /** How often the text has it, as whole words in any case. */
        count: z.int(),
        /** The start of the first one, in seconds. */
        start: z.number(),
      }),
    ),
  })
  .meta({ id: 'Suggestions' })
export type Suggestions = z.infer<typeof suggestionsSchema>

export const listSuggestions = defineOperation({
  id: 'listSuggestions',
  method: 'get',
  path: '/v1/me/transcriptions/{id}/suggestions',
  summary: 'List what in a transcript is not spelled as in your vocabulary; nothing is changed',
  tag: TAG,
  access: 'transcripts:read',
  problems: ['not_found'],
  params: z.object({ id: nameField() }),
  success: suggestionsSchema,
  answers: { 200: { description: 'What you may replace', schema: suggestionsSchema } },
})
