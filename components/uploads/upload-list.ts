import type { Sending } from '@/components/source-form/upload-file'
import type { ApiError } from '@/lib/api/client'

/** Why an upload failed, as the server said it. */
export type UploadProblem = Pick<ApiError['problem'], 'code' | 'detail' | 'context'>

/** A file that was dropped or chosen among several. */
export type Upload = {
  id: number
  name: string
  state: 'waiting' | 'sending' | 'starting' | 'started' | 'failed' | 'cancelled'
  progress: Sending
  /** Whether it waits because too many jobs run. */
  isHeldBack: boolean
  /** The id in the address of its transcript, once it is started. */
  transcriptId: string | null
  problem: UploadProblem | null
}

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

/**
 * The uploads of this tab. They live outside of any page, so that they continue while another page is opened. What sends them
 * is loaded with the first file.
 */
export const uploadList = {
  get: (): readonly Upload[] => uploads,
  set: (change: (before: readonly Upload[]) => readonly Upload[]): void => {
    uploads = change(uploads)
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export function updateUpload(id: number, change: Partial<Upload>): void {
  uploadList.set((before) => before.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
}

/** Whether an upload still has to do something. */
export function isOpen({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending' || state === 'starting'
}
