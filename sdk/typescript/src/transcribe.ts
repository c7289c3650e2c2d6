import type { Call, CallOptions, Connection } from './call.js'
import type { GetJobQuery, Job, Transcript, TranscriptRequest } from './schema.js'
import { uploadFile } from './upload.js'
import { waitForJob } from './wait.js'

/** A link, a file, an upload's object path, or a direct link to audio. */
export type Source = string | URL | Blob | { file: Blob; name: string } | { upload: string } | { audio: string }

/** How far a transcription is. `share` is 0 to 1. */
export type Progress = { stage: 'uploading'; share: number } | { stage: 'transcribing'; share: number; job: Job }

export type TranscribeOptions = Omit<TranscriptRequest, 'url' | 'upload' | 'audio'> &
  CallOptions & { onProgress?: ((progress: Progress) => void) | undefined }

type Named = Pick<TranscriptRequest, 'url' | 'upload' | 'audio'>

async function nameSource(
  call: Call,
  connection: Connection,
  source: Source,
  options: TranscribeOptions,
): Promise<Named> {
  if (typeof source === 'string' || source instanceof URL) return { url: String(source) }
  if ('upload' in source) return { upload: source.upload }
  if ('audio' in source) return { audio: source.audio }
  const { file, name } = 'file' in source ? source : { file: source, name: undefined }
  const onProgress = (share: number) => options.onProgress?.({ stage: 'uploading', share })
  return { upload: await uploadFile(call, connection, file, { name, onProgress, signal: options.signal }) }
}

/** How the transcript is rendered: what a request for the job takes as well. */
function renderingOf({
  format,
  words,
  max_line_length,
  max_lines,
  max_seconds,
  repair,
}: TranscribeOptions): GetJobQuery {
  const fields = { format, words, max_line_length, max_lines, max_seconds, repair }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The transcript of a source, waited for where a job makes it. Throws `VerbatimError`, `JobError` and the signal's reason. */
export async function transcribe(
  call: Call,
  connection: Connection,
  source: Source,
  options: TranscribeOptions,
): Promise<Transcript> {
  const { onProgress, signal, idempotencyKey, ifMatch: _, ...request } = options
  const named = await nameSource(call, connection, source, options)
  const answer = await call('createTranscript', { body: { ...request, ...named } }, { signal, idempotencyKey })
  if (!('job_id' in answer)) return answer
  const tell = (job: Job) => onProgress?.({ stage: 'transcribing', share: job.progress, job })
  return waitForJob(call, answer.job_id, { query: renderingOf(options), onProgress: tell, signal })
}
