import { createClient } from '@/lib/api/client'
import { type LanguageList, listLanguages } from '@/lib/transcripts/languages-contract'

/** The languages that a link's recording has captions in. */
export async function fetchLanguages(url: string, signal: AbortSignal): Promise<LanguageList> {
  return (await createClient()(listLanguages, { query: { url } }, { signal })).body
}
