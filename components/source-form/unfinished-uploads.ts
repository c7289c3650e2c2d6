import type { SignResponse } from '@/lib/uploads/contract'

/** A file that has not come whole yet, as this browser remembers it: to go on after a reload, once it is chosen again. */
export type UnfinishedUpload = { name: string; size: number; modified: number; resumableUrl: string }

const STORAGE_KEY = 'verbatim-unfinished-uploads'
const MOST_REMEMBERED = 20

function isUnfinished(value: unknown): value is UnfinishedUpload {
  if (typeof value !== 'object' || value === null) return false
  const { name, size, modified, resumableUrl } = value as Record<string, unknown>
  return [typeof name, typeof size, typeof modified, typeof resumableUrl].join() === 'string,number,number,string'
}

/** When a signed address runs out. */
function endOf({ resumableUrl }: UnfinishedUpload): number {
  return Number(new URL(resumableUrl, window.location.href).searchParams.get('expires'))
}

/** What this browser has begun to send and not finished, the latest first. */
export function unfinishedUploads(): UnfinishedUpload[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isUnfinished).filter((upload) => endOf(upload) > Date.now()) : []
  } catch {
    // Storage that is switched off, or holds something else: then nothing is remembered.
    return []
  }
}

function remember(uploads: readonly UnfinishedUpload[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(uploads.slice(0, MOST_REMEMBERED)))
  } catch {
    // Storage that is switched off or full: the upload goes on, but not beyond a reload.
  }
}

/** The unfinished upload of this very file, as far as a browser can tell. */
export function findUnfinished({ name, size, lastModified }: File): UnfinishedUpload | null {
  const same = (upload: UnfinishedUpload) =>
    upload.name === name && upload.size === size && upload.modified === lastModified
  return unfinishedUploads().find(same) ?? null
}

export function rememberUpload({ name, size, lastModified }: File, { resumable_url }: SignResponse): void {
  if (resumable_url === null) return
  remember([{ name, size, modified: lastModified, resumableUrl: resumable_url }, ...unfinishedUploads()])
}

export function removeUnfinishedUpload(resumableUrl: string): void {
  remember(unfinishedUploads().filter((upload) => upload.resumableUrl !== resumableUrl))
}
