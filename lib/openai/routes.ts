import { createHash } from 'node:crypto'
import { streamBare, toStream } from '@/lib/archive/documents/stream-document'
import { DOCUMENT_FILES } from '@/lib/captions/document-files'
import type { Transcript } from '@/lib/captions/transcript'
import { toEventStream } from '@/lib/core/http/to-event-stream'
import { whileAdmitted } from '@/lib/core/http/while-admitted'
import { log } from '@/lib/core/log'
import { type Call, type Route, route } from '@/lib/core/operations/route'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem } from '@/lib/core/problem/problem-body'
import { problemRow } from '@/lib/core/problem/problem-table'
import { toOpenAiError } from '@/lib/core/problem/to-openai-error'
import { claimKey, storeResponse } from '@/lib/http/idempotency/idempotency-table'
import { RequestInvalid } from '@/lib/http/validation/validation-detail'
import type { Obtained } from '@/lib/transcripts/obtain-transcript'
import { removeNewUpload } from '@/lib/uploads/receive/store-upload'
import * as contract from './contract'
import { findModel, listModels } from './models'
import { patientResponse } from './patient-response'
import { type ReceivedForm, receiveForm } from './receive-form'
import { renderTranscription } from './render-transcription'
import { awaitTranscription, requireWords, startTranscription, transcriptionEvents } from './transcribe-upload'

type TranscriptionCall = Call<typeof contract.createTranscription>

const encoder = new TextEncoder()

function headersOf(format: contract.ResponseFormat): Record<string, string> {
  const isText = format === 'text' || format === 'srt' || format === 'vtt'
  const type = isText ? `${DOCUMENT_FILES[format].mediaType}; charset=utf-8` : DOCUMENT_FILES.json.mediaType
  return { 'content-type': type, 'cache-control': 'private, no-store' }
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const part of parts) yield encoder.encode(part)
}

/** A transcript in the requested format; one that is too large for memory is sent while it is read. */
async function toResponse(
  transcript: Transcript,
  fields: contract.TranscriptionFields,
  signal: AbortSignal,
): Promise<Response> {
  const { response_format: format, 'timestamp_granularities[]': granularities } = fields
  await requireWords(transcript, fields, signal)
  const headers = headersOf(format)
  const { document, content } = transcript
  if (content !== undefined) return new Response(content, { headers })
  if (document && document.format !== 'json')
    return new Response((await streamBare(document, signal)).body, { headers })
  const parts = renderTranscription(transcript, { format, granularities }, signal)
  if (document)
    return new Response(
      toStream(encoded(parts), signal, async () => undefined),
      { headers },
    )
  const all: string[] = []
  for await (const part of parts) all.push(part)
  return new Response(all.join(''), { headers })
}

/** The response once the transcription is done. */
async function respondInTheEnd(call: TranscriptionCall, form: ReceivedForm, obtained: Obtained): Promise<Response> {
  const { actor, request } = call
  const { response_format: format } = form.fields
  const watch = (signal: AbortSignal) => awaitTranscription(actor, obtained, format, signal)
  for await (const transcript of whileAdmitted(call, watch, request.signal)) {
    return toResponse(transcript, form.fields, request.signal)
  }
  request.signal.throwIfAborted()
  // The watch also ends when the credential could not be checked.
  throw new Problem((await call.isStillAdmitted()) ? 'service_unavailable' : 'invalid_credentials')
}

/** The transcription as events. An error that comes after the first is an event too, as OpenAI's clients expect it. */
function respondAsEvents(call: TranscriptionCall, { fields }: ReceivedForm, obtained: Obtained): Response {
  async function* events(signal: AbortSignal) {
    try {
      const watch = (left: AbortSignal) => transcriptionEvents(call.actor, obtained, fields.response_format, left)
      yield* whileAdmitted(call, watch, signal)
    } catch (error) {
      if (!(error instanceof Problem))
        log.error('a transcription stream ended early', { user_id: call.actor.userId, error })
      yield toOpenAiError(toProblem(error))
    }
  }
  async function* toData(data: unknown): AsyncGenerator<Uint8Array, void> {
    yield encoder.encode(`data: ${JSON.stringify(data)}\n\n`)
  }
  return toEventStream(events, toData, call.request.signal)
}

/**
 * Binds an Idempotency-Key to a file and its fields for a day. The same request again needs no stored response: it leads
 * to the same job or transcript with and without a key. Throws a 400 for a key that came with another request.
 */
async function bindIdempotencyKey(
  userId: string,
  key: string,
  { fields, upload }: Pick<ReceivedForm, 'fields'> & { upload: { digest: string } },
): Promise<void> {
  const asked = JSON.stringify(['POST', '/v1/audio/transcriptions', fields, upload.digest])
  const call = { userId, key, requestHash: new Uint8Array(createHash('sha256').update(asked).digest()) }
  const claim = await claimKey(call)
  if (claim.kind === 'ours') await storeResponse(call, claim.claimedAt, { status: 200, body: null, headers: {} })
  if (claim.kind !== 'reused') return
  const msg = problemRow('idempotency_key_reused').detail
  throw new RequestInvalid([{ type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'], msg, input: key }])
}

/** Receives the file, and begins to transcribe it where there is no transcript yet. What is refused leaves no file. */
async function receive({ actor, request }: TranscriptionCall): Promise<{ form: ReceivedForm; obtained: Obtained }> {
  const form = await receiveForm(actor, request)
  try {
    const key = request.headers.get('idempotency-key')
    if (key !== null) await bindIdempotencyKey(actor.userId, key, form)
    return { form, obtained: await startTranscription(actor, form, request.signal) }
  } catch (error) {
    await removeNewUpload(form.upload)
    throw error
  }
}

async function transcribe(call: TranscriptionCall): Promise<Response> {
  const { form, obtained } = await receive(call)
  if (form.fields.stream) return respondAsEvents(call, form, obtained)
  const headers = headersOf(form.fields.response_format)
  const work = respondInTheEnd(call, form, obtained)
  return headers['content-type'] === DOCUMENT_FILES.json.mediaType ? patientResponse(work, headers) : work
}

export const openAiRoutes: Route[] = [
  route(contract.createTranscription, transcribe),

  route(contract.listModels, async () => ({ status: 200, body: { object: 'list', data: await listModels() } })),

  route(contract.getModel, async ({ params }) => ({ status: 200, body: await findModel(params.model) })),
]
