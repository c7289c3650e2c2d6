export type StoredObject = { body: Buffer; contentType: string; etag: string; modifiedAt: Date }
type Multipart = { key: string; contentType: string; parts: Map<number, { body: Buffer; etag: string }> }

export type BucketState = { objects: Map<string, StoredObject>; multiparts: Map<string, Multipart> }

export type S3Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer }

/** The maximum number of entries in a list response: small, so that callers have to page. */
export const LISTED_AT_ONCE = 2

/** An error as S3 writes it. */
export function refuse(status: number, code: string): S3Answer {
  return xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status)
}

export function xml(text: string, status = 200): S3Answer {
  const headers = { 'content-type': 'application/xml' }
  return { status, headers, body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}` }
}
