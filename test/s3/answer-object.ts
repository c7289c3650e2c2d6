import { etagOf, type S3Request } from './answer-multipart'
import { type BucketState, LISTED_AT_ONCE, refuse, type S3Answer, xml } from './bucket-state'

function put(state: BucketState, { key, headers, body }: S3Request): S3Answer {
  const etag = etagOf(body)
  const contentType = headers.get('content-type') ?? 'binary/octet-stream'
  state.objects.set(key, { body, contentType, etag, modifiedAt: new Date() })
  return { status: 200, headers: { etag } }
}

function read(state: BucketState, { method, key, headers }: S3Request): S3Answer {
  const found = state.objects.get(key)
  if (!found) return method === 'HEAD' ? { status: 404 } : refuse(404, 'NoSuchKey')
  const { body, contentType, etag, modifiedAt } = found
  const reported = {
    'content-type': contentType,
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
  }
  const range = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '')
  if (!range) return { status: 200, headers: { ...reported, 'content-length': String(body.length) }, body }
  const [, first = '', last = ''] = range
  const start = first === '' ? Math.max(0, body.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? body.length - 1 : Math.min(Number(last), body.length - 1)
  if (start >= body.length || end < start) return refuse(416, 'InvalidRange')
  const part = body.subarray(start, end + 1)
  const contentRange = `bytes ${start}-${end}/${body.length}`
  return {
    status: 206,
    headers: { ...reported, 'content-range': contentRange, 'content-length': String(part.length) },
    body: part,
  }
}

function list(state: BucketState, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const all = [...state.objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const shown = all.slice(0, LISTED_AT_ONCE)
  const contents = shown
    .map(
      ([key, { body, modifiedAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`,
    )
    .join('')
  const more = all.length > shown.length
  const next = more ? `<NextContinuationToken>${shown.at(-1)?.[0]}</NextContinuationToken>` : ''
  return xml(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents}</ListBucketResult>`)
}

function listUnfinished(state: BucketState): S3Answer {
  const uploads = [...state.multiparts]
    .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
    .join('')
  return xml(`<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads}</ListMultipartUploadsResult>`)
}

/** The part of S3's protocol about whole objects and the bucket. */
export function answerObject(state: BucketState, request: S3Request): S3Answer {
  const { method, key, query } = request
  if (key === '' && method === 'GET' && query.get('list-type') === '2') return list(state, query)
  if (key === '' && method === 'GET' && query.has('uploads')) return listUnfinished(state)
  if (key === '') return refuse(501, 'NotImplemented')
  if (method === 'PUT') return put(state, request)
  if (method === 'GET' || method === 'HEAD') return read(state, request)
  if (method !== 'DELETE') return refuse(501, 'NotImplemented')
  state.objects.delete(key)
  return { status: 204 }
}
