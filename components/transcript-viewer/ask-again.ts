import { createClient } from '@/lib/api/client'
import { createTranscript } from '@/lib/transcripts/contract'

/** `partial`: as much as the minutes that are left reach to will do. */
export type Wish = { url: string; lang: string; partial?: boolean }

/** Asks for a recording once more, and gives the id under which the page of what comes of it lives. */
export async function askAgain({ url, lang, partial = false }: Wish): Promise<string> {
  const { body } = await createClient()(createTranscript, { body: { url, lang, allow_partial: partial } })
  return 'job_id' in body ? body.job_id : body.id
}
