import { createClient } from '@/lib/api/client'
import { createTranscript } from '@/lib/transcripts/contract'
import { type Sending, uploadFile } from './upload-file'

export type Source = { link: string } | { file: File }

/** `partial`: as much as the minutes that are left reach to will do. */
type Options = { lang: string; partial: boolean; signal: AbortSignal; onProgress: (sending: Sending) => void }

/**
 * Asks for the transcript of a link or a file, sending the file first. Gives the id under which its page lives: the
 * entry's when the text is there already, the job's when it is being made.
 */
export async function startTranscript(source: Source, { lang, partial, signal, onProgress }: Options): Promise<string> {
  const what =
    'file' in source ? { upload: await uploadFile(source.file, { signal, onProgress }) } : { url: source.link }
  const { body } = await createClient()(
    createTranscript,
    { body: { ...what, lang, allow_partial: partial } },
    { signal },
  )
  return 'job_id' in body ? body.job_id : body.id
}
