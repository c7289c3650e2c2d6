import { createHash, randomUUID } from 'node:crypto'
import { type BucketState, LISTED_AT_ONCE, refuse, type S3Answer, xml } from './bucket-state'

/** S3's own: every part but the last has at least so many bytes. */
const SMALLEST_PART_BYTES = 5 * 1024 * 1024

export type S3Request = { method: string; key: string; query: URLSearchParams; headers: Headers; body: Buffer }

export function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

function begin(state: BucketState, { key, headers }: S3Request): S3Answer {
  const id = randomUUID()
  state.multiparts.set(id, { key, contentType: headers.get('content-type') ?? '', parts: new Map() })
  return xml(
    `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  )
}

function list(state: BucketState, id: string, query: URLSearchParams): S3Answer {
  const after = Number(query.get('part-number-marker') ?? 0)
  const all = [...(state.multiparts.get(id)?.parts ?? [])].filter(([n]) => n > after).sort(([a], [b]) => a - b)
  const shown = all.slice(0, LISTED_AT_ONCE)
  const parts = shown
    .map(
      ([n, { etag, body }]) =>
        `<Part><PartNumber>${n}</PartNumber><ETag>${etag}</ETag><Size>${body.length}</Size></Part>`,
    )
    .join('')
  const more = all.length > shown.length
  const next = more ? `<NextPartNumberMarker>${shown.at(-1)?.[0]}</NextPartNumberMarker>` : ''
  return xml(`<ListPartsResult><IsTruncated>${more}</IsTruncated>${next}${parts}</ListPartsResult>`)
}

function complete(state: BucketState, id: string, { key, body }: S3Request): S3Answer {
  const multipart = state.multiparts.get(id)
  const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(?:&quot;|")?([0-9a-f]+)/.exec(part)?.[1],
  }))
  const found = named.map(({ number, etag }) => {
    const part = multipart?.parts.get(number)
    return part && part.etag === `"${etag}"` ? part.body : null
  })
  if (!multipart || found.length === 0 || found.includes(null)) return refuse(400, 'InvalidPart')
  const bodies = found.filter((part) => part !== null)
  if (bodies.slice(0, -1).some(({ length }) => length < SMALLEST_PART_BYTES)) return refuse(400, 'EntityTooSmall')
  const whole = Buffer.concat(bodies)
  const etag = etagOf(whole)
  state.objects.set(key, { body: whole, contentType: multipart.contentType, etag, modifiedAt: new Date() })
  state.multiparts.delete(id)
  return xml(`<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${etag}</ETag></CompleteMultipartUploadResult>`)
}

/** The part of S3's protocol about files that are sent in parts; null: the request is about something else. */
export function answerMultipart(state: BucketState, request: S3Request): S3Answer | null {
  const { method, key, query, body } = request
  if (method === 'POST' && query.has('uploads')) return begin(state, request)
  const id = query.get('uploadId')
  if (id === null) return null
  const multipart = state.multiparts.get(id)
  if (multipart?.key !== key) return refuse(404, 'NoSuchUpload')
  if (method === 'GET') return list(state, id, query)
  if (method === 'POST') return complete(state, id, request)
  if (method === 'PUT') {
    const etag = etagOf(body)
    multipart.parts.set(Number(query.get('partNumber')), { body, etag })
    return { status: 200, headers: { etag } }
  }
  if (method !== 'DELETE') return refuse(501, 'NotImplemented')
  state.multiparts.delete(id)
  return { status: 204 }
}
