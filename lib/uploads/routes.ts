import { Readable } from 'node:stream'
import { attachment } from '@/lib/core/http/content-disposition'
import { type Route, route } from '@/lib/core/operations/route'
import { fileStore } from '@/lib/core/storage/choose-store'
import * as contract from './contract'
import { findUpload } from './find-upload'
import { listUploads } from './list-uploads'
import { appendUpload } from './receive/append-upload'
import { completeUpload, findProgress } from './receive/find-progress'
import { receiveUpload } from './receive/receive-upload'
import { removeUpload } from './remove-upload'
import { signUpload } from './targets/sign-upload'
import { storageKey } from './upload-address'

/** The state of an upload in the headers of tus 1.0. */
function tusHeaders(received: { receivedBytes: number; sizeBytes: number }): Record<string, string> {
  const { receivedBytes, sizeBytes } = received
  return {
    'cache-control': 'no-store',
    'tus-resumable': '1.0.0',
    'upload-length': String(sizeBytes),
    'upload-offset': String(receivedBytes),
  }
}

function offsetOf(headers: Headers): number {
  const offset = /^\d{1,15}$/.exec(headers.get('upload-offset') ?? '')?.[0]
  // No file begins there: the response says where this one continues.
  return offset === undefined ? -1 : Number(offset)
}

export const uploadRoutes: Route[] = [
  route(contract.listUploads, async ({ actor, query }) => ({ status: 200, body: await listUploads(actor, query) })),

  route(contract.signUpload, async ({ actor, body }) => ({
    status: 200,
    body: await signUpload(actor, {
      filename: body.filename,
      contentType: body.content_type,
      sizeBytes: body.size_bytes,
    }),
  })),

  route(contract.receiveUpload, async ({ params, query, request }) => {
    const length = request.headers.get('content-length')
    const body: AsyncIterable<Uint8Array> = request.body ?? Readable.from([])
    const target = { uploadId: params.upload_id, ...query }
    return { status: 200, body: await receiveUpload(target, body, length === null ? null : Number(length)) }
  }),

  route(contract.readUpload, async ({ actor, params, request }) => {
    const upload = await findUpload(actor, params.upload_id)
    const file = await fileStore().open(storageKey(upload), request.headers.get('range'))
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

  route(contract.readUploadProgress, async ({ params, query }) => {
    const progress = await findProgress({ uploadId: params.upload_id, ...query })
    const headers = tusHeaders({ receivedBytes: progress.received_bytes, sizeBytes: progress.size_bytes })
    return { status: 200, body: progress, headers }
  }),

  route(contract.appendUpload, async ({ params, query, request }) => {
    const body: AsyncIterable<Uint8Array> = request.body ?? Readable.from([])
    const chunk = { offset: offsetOf(request.headers), body }
    const received = await appendUpload({ uploadId: params.upload_id, ...query }, chunk)
    return new Response(null, { status: 204, headers: tusHeaders(received) })
  }),

  route(contract.completeUpload, async ({ params, query }) => ({
    status: 200,
    body: await completeUpload({ uploadId: params.upload_id, ...query }),
  })),

  route(contract.removeUpload, async ({ actor, params }) => {
    await removeUpload(actor, params.upload_id)
    return { status: 200, body: { removed: true } }
  }),
]
