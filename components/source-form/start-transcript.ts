import { createClient } from '@/lib/api/client'
import { createTranscript } from '@/lib/transcripts/contract'
import { type Sending, uploadFile } from './upload-file'

export type Source = { link: string } | { file: File }

/** `diarize`: tell speakers apart. `partial`: transcribe as much as the remaining minutes allow. */
type RequestOptions = { lang: string; diarize: boolean; partial: boolean; signal: AbortSignal }

type Options = RequestOptions & { onProgress: (sending: Sending) => void }

/**
 * Requests a transcript. Returns the id in the address of its page: the library item's if there is a transcript already, else
 * the job's.
 */
export async function requestTranscript(
  what: { upload: string } | { url: string },
  { lang, diarize, partial, signal }: RequestOptions,
): Promise<string> {
  const { body } = await createClient()(
    createTranscript,
    { body: { ...what, lang, allow_partial: partial, ...(diarize && { diarize }) } },
    { signal },
  )
  return 'job_id' in body ? body.job_id : body.id
}

/** The uploads of files that have arrived whole: another request for one does not send it again. */
const arrived = new WeakMap<File, string>()

async function requestUpload(file: File, options: Options): Promise<string> {
  const upload = arrived.get(file) ?? (await uploadFile(file, options))
  arrived.set(file, upload)
  return requestTranscript({ upload }, options)
}

/** Requests the transcript of a link or a file, which is uploaded first. Returns the id in the address of its page. */
export async function startTranscript(source: Source, options: Options): Promise<string> {
  return 'file' in source ? requestUpload(source.file, options) : requestTranscript({ url: source.link }, options)
}
