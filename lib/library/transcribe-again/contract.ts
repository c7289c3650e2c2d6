import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField } from '@/lib/core/operations/text-field'
import { jobStartedSchema } from '@/lib/jobs/contract'

const params = z.object({ id: nameField() })

export const transcribeAgain = defineOperation({
  id: 'transcribeAgain',
  method: 'post',
  path: '/v1/me/transcriptions/{id}/transcribe',
  summary:
    'Make a text again with a better engine, or in the language that is spoken, free of charge; it is replaced when the job is done',
  description:
    'Without `lang`, or with `auto`, for operators only, and without `lang` the engine in use has to be better than the one that made the text. With `lang` anyone can correct a language that was detected: the text of an upload is replaced; a link, whose text others may have, gets a second text in that language, and what was paid for the first counts for it. The former text stays until the job is done. Corrections are carried over to the new text where the words match.',
  tag: 'History',
  access: 'transcripts:write',
  problems: [
    'not_found',
    'operator_required',
    'no_better_engine',
    'language_not_supported',
    'invalid_language',
    'transcriber_unavailable',
    'too_many_jobs',
  ],
  params,
  query: z.object({
    /** The language that is spoken, where it was detected wrongly; `auto`: detect it again. */
    lang: nameField().optional(),
  }),
  success: jobStartedSchema,
  answers: { 202: { description: 'The job that creates it', schema: jobStartedSchema } },
})

/**
 * How a text can be made better. `again`: the engine in use is better than the one that made the text; `title` where it is
 * a downloaded model. `hasModels`: models can be downloaded that would make better text.
 */
export type BetterSpeech = {
  again: { name: string; model: string | null; title: string | null } | null
  hasModels: boolean
}

/** The languages that a caller can put in place of a text's own. `replaces`: the text is replaced; else a second one is made. */
export type LanguageChoice = { languages: readonly string[]; replaces: boolean }

/** The language that was heard in a recording, with the mean probability of each that it may be, the most probable first. */
export type DetectedLanguage = { lang: string; guesses: readonly { lang: string; probability: number }[] }
