import { Readable } from 'node:stream'
import { type Route, route } from '@/lib/platform/route'
import { openStoredFile } from '@/lib/platform/storage/open-stored-file'
import * as contract from './contract'
import { findUpload } from './find-upload'
import { receiveUpload } from './receive-upload'
import { signUpload } from './sign-upload'
import { storageKey } from './upload-address'

function attachment(filename: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

export const uploadRoutes: Route[] = [
  route(contract.signUpload, async ({ actor, body }) => ({
    status: 200,
    body: await signUpload(actor, { filename: body.filename, contentType: body.content_type }),
  })),

  route(contract.receiveUpload, async ({ params, query, request }) => {
    const length = request.headers.get('content-length')
    const body: AsyncIterable<Uint8Array> = request.body ?? Readable.from([])
    const target = { uploadId: params.upload_id, ...query }
    return { status: 200, body: await receiveUpload(target, body, length === null ? null : Number(length)) }
  }),

  route(contract.readUpload, async ({ actor, params, request }) => {
    const upload = await findUpload(actor, params.upload_id)
    const file = await openStoredFile(storageKey(upload), request.headers.get('range'))
    if (!file) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${upload.sizeBytes}` } })
    const { start, end } = file.range ?? { start: 0, end: file.sizeBytes - 1 }
    return new Response(file.body, {
      status: file.range ? 206 : 200,
      headers: {
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'content-disposition': attachment(upload.filename),
        'content-length': String(end - start + 1),
        'content-type': upload.contentType,
        ...(file.range ? { 'content-range': `bytes ${start}-${end}/${file.sizeBytes}` } : {}),
      },
    })
  }),
]
