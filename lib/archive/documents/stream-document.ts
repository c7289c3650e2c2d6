import type { LargeDocument, Transcript } from '@/lib/captions/transcript'
import type { Reply } from '@/lib/core/operations/route'
import { openDocument } from './open-document'

/** A body to be sent as it is read. */
export type DocumentStream = { bytes: number; body: ReadableStream<Uint8Array> }

type Chunks = AsyncGenerator<Uint8Array, void>

const encoder = new TextEncoder()

/** A stream with back-pressure. `close` is called when all is read, or the reader has disconnected. */
export function toStream(body: Chunks, signal: AbortSignal, close: () => Promise<void>): ReadableStream<Uint8Array> {
  let isEnded = false
  const end = () => {
    isEnded = true
    signal.removeEventListener('abort', onAbort)
    return close()
  }
  const onAbort = () => void end()
  signal.addEventListener('abort', onAbort, { once: true })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await body.next()
          if (isEnded) return
          if (!done) return controller.enqueue(value)
          await end()
          controller.close()
        } catch (error) {
          // A reader that disconnected has closed what was being read.
          if (isEnded) return
          await end()
          throw error
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/** The `stream` of a reply whose body may have a document in place of its text: nothing where it has none. */
export function documentStream(document: LargeDocument | undefined): Pick<Reply, 'stream'> {
  return document ? { stream: (json, signal) => streamJson(json, document, signal) } : {}
}

/** A document alone, in a format other than JSON. Throws what `openDocument` throws. */
export async function streamBare(document: LargeDocument, signal: AbortSignal): Promise<DocumentStream> {
  const { bytes, chunks, close } = await openDocument(document, 'bare', signal)
  return { bytes, body: toStream(chunks(), signal, close) }
}

/** JSON with the text in place of its `document`, in chunks. Throws what `openDocument` throws. */
export async function openJson(
  json: string,
  document: LargeDocument,
  signal: AbortSignal,
): Promise<{ bytes: number; body: () => Chunks; close: () => Promise<void> }> {
  const mark = `"document":${JSON.stringify(document)}`
  const at = json.indexOf(mark)
  if (at < 0) throw new Error('the document is not in the JSON that it belongs to')
  const [before, after] = [encoder.encode(json.slice(0, at)), encoder.encode(json.slice(at + mark.length))]
  const { bytes, chunks, close } = await openDocument(document, 'fields', signal)
  async function* body() {
    yield before
    yield* chunks()
    yield after
  }
  return { bytes: before.byteLength + bytes + after.byteLength, body, close }
}

async function streamJson(json: string, document: LargeDocument, signal: AbortSignal): Promise<DocumentStream> {
  const { bytes, body, close } = await openJson(json, document, signal)
  return { bytes, body: toStream(body(), signal, close) }
}

/** A transcript as the body of a file: its document as a stream, or its text. Throws what `openDocument` throws. */
export async function openFile(
  transcript: Partial<Transcript>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | string> {
  const { document, content } = transcript
  if (!document) return content ?? `${JSON.stringify(transcript, null, 2)}\n`
  if (document.format !== 'json') return (await streamBare(document, signal)).body
  return (await streamJson(`${JSON.stringify(transcript)}\n`, document, signal)).body
}

/**
 * A transcript as the content of a file: its document, or itself as JSON. A text that is too large for memory is sent
 * in chunks, its JSON on one line. Throws what `openDocument` throws, with the first chunk.
 */
export async function* fileContent(
  transcript: Partial<Transcript>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const { document } = transcript
  if (!document) return yield encoder.encode(transcript.content ?? `${JSON.stringify(transcript, null, 2)}\n`)
  const isJson = document.format === 'json'
  const opened = isJson ? await openJson(`${JSON.stringify(transcript)}\n`, document, signal) : null
  const bare = opened ? null : await openDocument(document, 'bare', signal)
  try {
    if (opened) yield* opened.body()
    if (bare) yield* bare.chunks()
  } finally {
    await (opened ?? bare)?.close()
  }
}
