import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/core/env'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { requireSecret } from '@/lib/core/secrets/derive-secret'

const MAX_NAME_CHARACTERS = 120

/** The purpose of a signed URL: the one PUT, or a file in several requests. */
export type Purpose = 'put' | 'resume'

/** The last part of a file's name without what would be path, control or markup: safe to store and to show. */
export function safeFileName(filename: string): string {
  const base = filename.split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  const characters = [...clean]
  if (characters.length <= MAX_NAME_CHARACTERS) return clean || 'file'
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  return `${characters.slice(0, MAX_NAME_CHARACTERS - 1 - extension.length).join('')}…${extension}`
}

/** The folder of the store that uploads are in. */
export const UPLOADS = 'uploads'

/** The key of an upload's bytes in the store. */
export function storageKey(upload: Pick<Upload, 'id'>): string {
  return `${UPLOADS}/${upload.id}`
}

/** The key of an upload's peaks in the store. */
export function peaksKey(upload: Pick<Upload, 'id'>): string {
  return `${storageKey(upload)}.peaks`
}

/** How a caller names an upload in `upload`. */
export function objectPath(upload: Pick<Upload, 'id' | 'filename'>): string {
  return `uploads/${upload.id}/${upload.filename}`
}

/** The address of the file itself, for its owner. */
export function sourceUrl(upload: Pick<Upload, 'id'>): string {
  return `${env().baseUrl}/v1/uploads/${upload.id}`
}

function signature(purpose: Purpose, uploadId: string, expires: number): Buffer {
  return createHmac('sha256', requireSecret())
    .update(`${purpose.toUpperCase()}\nuploads/${uploadId}\n${expires}`)
    .digest()
}

function signedQuery(purpose: Purpose, uploadId: string, expires: number): string {
  return `expires=${expires}&signature=${signature(purpose, uploadId, expires).toString('base64url')}`
}

/** The address that takes one PUT until the upload expires. */
export function uploadUrl(upload: Pick<Upload, 'id' | 'expiresAt'>): string {
  return `${sourceUrl(upload)}?${signedQuery('put', upload.id, upload.expiresAt.getTime())}`
}

/** The address at which the file is sent in several goes. */
export function resumableUrl(uploadId: string, until: Date): string {
  return `${sourceUrl({ id: uploadId })}/resumable?${signedQuery('resume', uploadId, until.getTime())}`
}

/** Whether an upload address is one of ours, compared in constant time. Its age is for the caller to judge. */
export function isSignedUpload(purpose: Purpose, uploadId: string, expires: number, given: string): boolean {
  const expected = signature(purpose, uploadId, expires)
  const actual = Buffer.from(given, 'base64url')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
