import { type FileHandle, open } from 'node:fs/promises'
import type { DocumentForm } from '@/lib/archive/texts/text-tasks'
import type { LargeDocument } from '@/lib/captions/transcript'
import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { Problem } from '@/lib/core/problem/problem'
import { renderedFile } from './rendered-files'

/** How many large documents are sent at a time: to one reader (anonymous readers count as several), and in all. */
const MAX_OPEN = { reader: 4, public: 32, all: 64 }
const TIMEOUT_MS = 10_000
/** How much one response holds in memory, beside its connection's buffers. */
const CHUNK_BYTES = 64 * 1024
/** A reader that takes nothing for so long has disconnected, or is too slow to be given a slot. */
const STALL_MS = 2 * 60_000

/** A document that is about to be sent. Read it to its end or close it: it holds a slot. */
export type OpenDocument = { bytes: number; chunks: () => AsyncGenerator<Uint8Array, void>; close: () => Promise<void> }

type Slot = { leave: () => void }

function holdSlot(name: string, slots: number, owner: string, signal: AbortSignal): Promise<Slot> {
  return new Promise((resolve, reject) => {
    const hold = () => new Promise<void>((leave) => resolve({ leave }))
    withFairSlot({ name, slots }, owner, signal, hold).catch(reject)
  })
}

function tooMany(): Problem {
  const detail = 'Too many very long transcripts are being read. Finish one, then request the next.'
  return new Problem('rate_limited', { detail, retryAfterSeconds: 10 })
}

/** Waits a moment for a slot. Throws `rate_limited` when there is none. */
async function takeSlot({ reader }: LargeDocument, signal: AbortSignal): Promise<Slot> {
  const deadline = startDeadline({ signals: [signal], timeoutMs: TIMEOUT_MS, late: tooMany })
  const slots = reader === 'public' ? MAX_OPEN.public : MAX_OPEN.reader
  try {
    const own = await holdSlot(`documents sent to ${reader}`, slots, reader, deadline.signal)
    try {
      const shared = await holdSlot('documents sent', MAX_OPEN.all, reader, deadline.signal)
      return {
        leave: () => {
          shared.leave()
          own.leave()
        },
      }
    } catch (error) {
      own.leave()
      throw error
    }
  } finally {
    deadline.stop()
  }
}

async function* readChunks(handle: FileHandle, onRead: () => void): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(CHUNK_BYTES), 0, CHUNK_BYTES)
    if (bytesRead === 0) return
    onRead()
    yield buffer.subarray(0, bytesRead)
  }
}

function toOpen(handle: FileHandle, bytes: number, slot: Slot): OpenDocument {
  let closed: Promise<void> | null = null
  const close = () => {
    clearTimeout(stalled)
    closed ??= handle.close().finally(slot.leave)
    return closed
  }
  let stalled = setTimeout(() => void close(), STALL_MS).unref()
  const onRead = () => {
    clearTimeout(stalled)
    stalled = setTimeout(() => void close(), STALL_MS).unref()
  }
  async function* chunks() {
    try {
      yield* readChunks(handle, onRead)
    } finally {
      await close()
    }
  }
  return { bytes, chunks, close }
}

/**
 * Opens a document to be sent: rendered by a worker process, read from a file as fast as it is taken. Throws
 * `rate_limited` when too many are being sent, the signal's reason, and what rendering throws.
 */
export async function openDocument(
  document: LargeDocument,
  form: DocumentForm,
  signal: AbortSignal,
): Promise<OpenDocument> {
  const slot = await takeSlot(document, signal)
  try {
    const { file, bytes } = await renderedFile(document, form, signal)
    return toOpen(await open(file), bytes, slot)
  } catch (error) {
    slot.leave()
    throw error
  }
}
