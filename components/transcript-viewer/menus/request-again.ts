import { createClient } from '@/lib/api/client'
import { createTranscript } from '@/lib/transcripts/contract'

/** `partial`: transcribe as much as the remaining minutes allow. */
export type TranscriptOptions = { url: string; lang: string; partial?: boolean }

/** Requests a recording again. Returns the id of the job or transcript, which is in the address of its page. */
export async function requestAgain({ url, lang, partial = false }: TranscriptOptions): Promise<string> {
  const { body } = await createClient()(createTranscript, { body: { url, lang, allow_partial: partial } })
  return 'job_id' in body ? body.job_id : body.id
}
