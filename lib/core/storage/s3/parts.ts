import { callS3, unlessMissing } from './call-s3'
import { inBucket, loadS3 } from './s3-client'

export type StoredPart = { number: number; etag: string; sizeBytes: number }

/** Begins a file that is sent in parts; returns the bucket's id for it. */
export async function beginParts(key: string, contentType: string): Promise<string> {
  const wanted = { ...inBucket(key), ContentType: contentType }
  const { UploadId } = await callS3(({ client, sdk }) => client.send(new sdk.CreateMultipartUploadCommand(wanted)))
  if (!UploadId) throw new Error('the bucket gave a multipart upload without an id')
  return UploadId
}

/** An address of the bucket that takes a PUT of one part, of exactly this length. */
export async function signPart(
  key: string,
  part: { multipartId: string; number: number; sizeBytes: number; expiresInSeconds: number },
): Promise<string> {
  const { sdk, client, sign } = await loadS3()
  const command = new sdk.UploadPartCommand({
    ...inBucket(key),
    UploadId: part.multipartId,
    PartNumber: part.number,
    ContentLength: part.sizeBytes,
  })
  const held = new Set(['content-length'])
  return sign(client, command, {
    expiresIn: part.expiresInSeconds,
    signableHeaders: held,
    unhoistableHeaders: held,
  })
}

/** The received parts, by number; null when the bucket has joined or deleted them. */
export async function listParts(key: string, multipartId: string): Promise<StoredPart[] | null> {
  const parts: StoredPart[] = []
  let marker: string | undefined
  do {
    const more = marker ? { PartNumberMarker: marker } : {}
    const wanted = { ...inBucket(key), UploadId: multipartId, ...more }
    const page = await unlessMissing(callS3(({ client, sdk }) => client.send(new sdk.ListPartsCommand(wanted))))
    if (!page) return null
    for (const { PartNumber, ETag, Size } of page.Parts ?? []) {
      if (PartNumber && ETag) parts.push({ number: PartNumber, etag: ETag, sizeBytes: Size ?? 0 })
    }
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (marker)
  return parts
}

/** Joins the parts to the file, unless another request has just done so. */
export async function joinParts(key: string, multipartId: string, parts: readonly StoredPart[]): Promise<void> {
  const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
  const wanted = { ...inBucket(key), UploadId: multipartId, MultipartUpload: { Parts } }
  await unlessMissing(callS3(({ client, sdk }) => client.send(new sdk.CompleteMultipartUploadCommand(wanted))))
}

/** Deletes the received parts. */
export async function dropParts(key: string, multipartId: string): Promise<void> {
  const wanted = { ...inBucket(key), UploadId: multipartId }
  await unlessMissing(callS3(({ client, sdk }) => client.send(new sdk.AbortMultipartUploadCommand(wanted))))
}
