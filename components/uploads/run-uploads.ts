import { announceChangedTranscripts } from '@/components/library/changed-transcripts'
import { problemOf } from '@/components/problem/problem-of'
import { requestTranscript } from '@/components/source-form/start-transcript'
import { uploadFile } from '@/components/source-form/upload-file'
import { isOpen, type Upload, updateUpload, uploadList } from './upload-list'

/** More parallel connections would only share the same bandwidth. */
const AT_ONCE = 3
/** The wait before another request where the server names none. */
const HELD_BACK_SECONDS = 10

type UploadChoices = { lang: string; diarize: boolean }

/** The state of an upload that is not shown. `path`: the file was received, and only its transcript is missing. */
type Work = UploadChoices & { file: File; abort: AbortController; path: string | null; partial: boolean }

const works = new Map<number, Work>()
let lastId = 0
let running = 0

/** Adds files to the list. Each starts when its turn comes; a failure does not stop the others. */
export function addUploads(files: readonly File[], { lang, diarize }: UploadChoices): void {
  const added = files.map((file): Upload => {
    const id = ++lastId
    works.set(id, { file, lang, diarize, abort: new AbortController(), path: null, partial: false })
    const progress = { share: 0, waiting: false }
    return {
      id,
      name: file.name,
      state: 'waiting',
      progress,
      isHeldBack: false,
      transcriptId: null,
      problem: null,
    }
  })
  uploadList.set((before) => [...before, ...added])
  startNext()
}

/** Tries a failed or cancelled upload once more. `partial`: as much as the remaining minutes allow. */
export function retryUpload(id: number, partial = false): void {
  const work = works.get(id)
  if (!work) return
  works.set(id, { ...work, abort: new AbortController(), partial })
  updateUpload(id, { state: 'waiting', problem: null, isHeldBack: false, progress: { share: 0, waiting: false } })
  startNext()
}

/** Stops an upload. It stays in the list, so that it can be tried again. */
export function cancelUpload(id: number): void {
  works.get(id)?.abort.abort()
  updateUpload(id, { state: 'cancelled', isHeldBack: false })
}

/** Removes ended uploads from the list: one of them, or all that were started or cancelled. */
export function removeUploads(id?: number): void {
  const isKept = (upload: Upload) => isOpen(upload) || (id === undefined ? upload.state === 'failed' : upload.id !== id)
  uploadList.set((before) => before.filter(isKept))
  const kept = new Set(uploadList.get().map((upload) => upload.id))
  for (const known of works.keys()) if (!kept.has(known)) works.delete(known)
}

function startNext(): void {
  while (running < AT_ONCE) {
    const next = uploadList.get().find(({ state, isHeldBack }) => state === 'waiting' && !isHeldBack)
    const work = next && works.get(next.id)
    if (!next || !work) return
    running++
    updateUpload(next.id, { state: 'sending' })
    void run(next.id, work).finally(() => {
      running--
      startNext()
    })
  }
}

/** Uploads a file, unless it has arrived before, and requests its transcript. */
async function run(id: number, work: Work): Promise<void> {
  const { file, lang, diarize, abort, partial } = work
  const { signal } = abort
  try {
    work.path ??= await uploadFile(file, { signal, onProgress: (progress) => updateUpload(id, { progress }) })
    updateUpload(id, { state: 'starting' })
    const transcriptId = await requestTranscript({ upload: work.path }, { lang, diarize, partial, signal })
    updateUpload(id, { state: 'started', transcriptId })
    announceChangedTranscripts()
  } catch (error) {
    if (signal.aborted) return
    const { code, detail, context, retry_after } = problemOf(error)
    if (code === 'too_many_jobs' || code === 'rate_limited') return holdBack(id, signal, retry_after)
    updateUpload(id, { state: 'failed', problem: { code, detail, context } })
  }
}

/** Waits until the server may take another job. */
function holdBack(id: number, signal: AbortSignal, seconds: number | null): void {
  updateUpload(id, { state: 'waiting', isHeldBack: true })
  setTimeout(
    () => {
      if (signal.aborted) return
      updateUpload(id, { isHeldBack: false })
      startNext()
    },
    (seconds ?? HELD_BACK_SECONDS) * 1000,
  )
}
