import type { Warning } from './warning'

/** The warnings of a text without some words of its recording, although nothing of that is left to transcribe. */
export const MISSING_WORDS: readonly Warning['code'][] = ['captions_damaged', 'speech_missing', 'media_truncated']

type Warned = { warnings: readonly Pick<Warning, 'code'>[] }

/** Whether a text is known to lack words. */
export function lacksWords({ warnings }: Warned): boolean {
  return warnings.some(({ code }) => MISSING_WORDS.includes(code))
}

/** Whether a transcript covers only the first part of its recording, so that it can be continued. */
export function isPart({ warnings }: Warned): boolean {
  return warnings.some(({ code }) => code === 'partial')
}
