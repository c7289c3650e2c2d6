import { createClient } from '@/lib/api/client'
import { createTranscript } from '@/lib/transcripts/contract'

/** `partial`: as much as the minutes that are left reach to will do. */
export type TranscriptOptions = { url: string; lang: string; partial?: boolean }

/** Asks for a recording once more, and gives the id under which the page of what comes of it lives. */
export async function requestAgain({ url, lang, partial = false }: TranscriptOptions): Promise<string> {
  const { body } = await createClient()(createTranscript, { body: { url, lang, allow_partial: partial } })
  return 'job_id' in body ? body.job_id : body.id
}
