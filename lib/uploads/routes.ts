import { Readable } from 'node:stream'
import { attachment } from '@/lib/core/http/content-disposition'
import { type Route, route } from '@/lib/core/operations/route'
import { fileStore } from '@/lib/core/storage/choose-store'
import * as contract from './contract'
import { findUpload } from './find-upload'
import { listUploads } from './list-uploads'
import { appendUpload } from './receive/append-upload'
import { findProgress } from './receive/find-progress'
import { receiveUpload } from './receive/receive-upload'
import { checkVersion, patchOffset, protocolHeaders, stateHeaders } from './receive/tus'
import { removeUpload } from './remove-upload'
import { signUpload } from './targets/sign-upload'
import { storageKey } from './upload-address'

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

  route(
    contract.readUploadProgress,
    async ({ params, query, request }) => {
      checkVersion(request.headers)
      const progress = await findProgress({ uploadId: params.upload_id, ...query })
      const { protocol, received_bytes: receivedBytes, size_bytes: sizeBytes } = progress
      // The received bytes of a file in parts are not its first ones.
      const headers = protocol === 'offset' ? stateHeaders({ receivedBytes, sizeBytes }, query.expires) : {}
      return { status: 200, body: progress, headers: { 'cache-control': 'no-store', ...headers } }
    },
    protocolHeaders,
  ),

  route(
    contract.appendUpload,
    async ({ params, query, request }) => {
      const body: AsyncIterable<Uint8Array> = request.body ?? Readable.from([])
      const chunk = { offset: patchOffset(request.headers), body }
      const received = await appendUpload({ uploadId: params.upload_id, ...query }, chunk)
      return new Response(null, { status: 204, headers: stateHeaders(received, query.expires) })
    },
    protocolHeaders,
  ),

  route(contract.removeUpload, async ({ actor, params }) => {
    await removeUpload(actor, params.upload_id)
    return { status: 200, body: { removed: true } }
  }),
]
