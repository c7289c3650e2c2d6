import type { SignResponse } from '@/lib/uploads/contract'

/**
 * An upload that did not finish, as this browser remembers it: it resumes after a reload once the file is chosen again.
 */
export type UnfinishedUpload = { name: string; size: number; modified: number; resumableUrl: string }

const STORAGE_KEY = 'verbatim-unfinished-uploads'
const MAX_REMEMBERED = 20

function isUnfinished(value: unknown): value is UnfinishedUpload {
  if (typeof value !== 'object' || value === null) return false
  const { name, size, modified, resumableUrl } = value as Record<string, unknown>
  return [typeof name, typeof size, typeof modified, typeof resumableUrl].join() === 'string,number,number,string'
}

/** When the signed address expires. */
function endOf({ resumableUrl }: UnfinishedUpload): number {
  return Number(new URL(resumableUrl, window.location.href).searchParams.get('expires'))
}

/** The unfinished uploads of this browser, the latest first. */
export function unfinishedUploads(): UnfinishedUpload[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isUnfinished).filter((upload) => endOf(upload) > Date.now()) : []
  } catch {
    // Storage is switched off or holds something else: there is nothing to resume.
    return []
  }
}

function remember(uploads: readonly UnfinishedUpload[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(uploads.slice(0, MAX_REMEMBERED)))
  } catch {
    // Storage is switched off or full: the upload continues, but a reload ends it.
  }
}

/** The unfinished upload of this file, recognised by name, size and time of change. */
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
