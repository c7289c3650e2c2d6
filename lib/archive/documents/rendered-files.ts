import { createHash } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { runTextTask } from '@/lib/archive/texts/run-text-task'
import type { DocumentForm } from '@/lib/archive/texts/text-tasks'
import type { LargeDocument } from '@/lib/captions/transcript'
import { singleton } from '@/lib/core/concurrency/singleton'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { workDir } from '@/lib/core/storage/work-dir'

/** A rendered document as a local file. */
export type RenderedFile = { file: string; bytes: number }

/** A reader who asks again soon, as polling clients and readers of one page do, gets the same file. */
const KEEP_MS = 60_000
/** The size of all files together, beyond which the least recently used one is deleted. */
const MAX_BYTES = 512 * 1024 * 1024

type Kept = RenderedFile & { timer: NodeJS.Timeout }
type Rendering = { result: Promise<RenderedFile>; stop: AbortController; waiting: number }
type Files = { kept: Map<string, Kept>; rendering: Map<string, Rendering> }

function files(): Files {
  return singleton('rendered-files', (): Files => ({ kept: new Map(), rendering: new Map() }))
}

/** The folder of rendered documents; the next process deletes what an earlier one has left in it. */
export function documentsDir(): string {
  return path.join(workDir(), 'documents')
}

/** All readers share the file of a text in a form. */
function keyOf({ reader: _, ...document }: LargeDocument, form: DocumentForm): string {
  return createHash('sha256')
    .update(JSON.stringify([form, document]))
    .digest('hex')
    .slice(0, 32)
}

/** An open file can still be read after it was deleted. */
function remove(key: string): void {
  const { kept } = files()
  const old = kept.get(key)
  if (!old) return
  clearTimeout(old.timer)
  kept.delete(key)
  rm(old.file, { force: true }).catch((error: unknown) =>
    log.warn('a rendered document could not be removed', { error }),
  )
}

function keep(key: string, rendered: RenderedFile): RenderedFile {
  const { kept } = files()
  clearTimeout(kept.get(key)?.timer)
  kept.delete(key)
  kept.set(key, { ...rendered, timer: setTimeout(() => remove(key), KEEP_MS).unref() })
  let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  for (const [oldest, { bytes }] of kept) {
    if (total <= MAX_BYTES || oldest === key) break
    total -= bytes
    remove(oldest)
  }
  return rendered
}

async function render(key: string, document: LargeDocument, form: DocumentForm, signal: AbortSignal) {
  const folder = documentsDir()
  await mkdir(folder, { recursive: true })
  const part = path.join(folder, `${newId()}.part`)
  try {
    const bytes = await runTextTask(
      'renderDocument',
      { document, form, file: part },
      { owner: document.reader, signal },
    )
    const file = path.join(folder, key)
    await rename(part, file)
    return keep(key, { file, bytes })
  } finally {
    await rm(part, { force: true })
  }
}

function begin(key: string, document: LargeDocument, form: DocumentForm): Rendering {
  const { rendering } = files()
  const stop = new AbortController()
  const result = render(key, document, form, stop.signal).finally(() => {
    if (rendering.get(key)?.stop === stop) rendering.delete(key)
  })
  result.catch(() => undefined)
  const begun = { result, stop, waiting: 0 }
  rendering.set(key, begun)
  return begun
}

/** Waits with the other readers of the same document. When all of them have gone the work is aborted. */
async function waitFor(key: string, work: Rendering, signal: AbortSignal): Promise<RenderedFile> {
  work.waiting += 1
  let onAbort: () => void = () => undefined
  const gone = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work.result, gone])
  } finally {
    signal.removeEventListener('abort', onAbort)
    work.waiting -= 1
    if (work.waiting === 0) {
      work.stop.abort(new DOMException('Nobody waits for this document any more.', 'AbortError'))
      if (files().rendering.get(key) === work) files().rendering.delete(key)
    }
  }
}

/**
 * A document as a file: one that was rendered a moment ago, or one that a worker process renders now, once for all
 * readers. Rejects with the signal's reason when that aborts, and with what rendering throws.
 */
export async function renderedFile(
  document: LargeDocument,
  form: DocumentForm,
  signal: AbortSignal,
): Promise<RenderedFile> {
  signal.throwIfAborted()
  const key = keyOf(document, form)
  const known = files().kept.get(key)
  if (known) return keep(key, { file: known.file, bytes: known.bytes })
  return waitFor(key, files().rendering.get(key) ?? begin(key, document, form), signal)
}
