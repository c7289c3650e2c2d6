import { inBucket, loadS3 } from './s3-client'

type Put = {
  contentType: string
  /** The exact size of the file; null: any size that S3 accepts. */
  sizeBytes: number | null
  expiresAt: Date
}

/**
 * An address of the bucket that takes a PUT of the one file, and the headers to send with it. The signature also covers the length,
 * where that is known; HTTP clients send it unasked.
 */
export async function signPut(key: string, put: Put): Promise<{ url: string; headers: Record<string, string> }> {
  const { contentType, sizeBytes, expiresAt } = put
  const length = sizeBytes === null ? {} : { ContentLength: sizeBytes }
  const { sdk, client, sign } = await loadS3()
  const command = new sdk.PutObjectCommand({ ...inBucket(key), ContentType: contentType, ...length })
  const held = ['content-type', ...(sizeBytes === null ? [] : ['content-length'])]
  const url = await sign(client, command, {
    expiresIn: Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000)),
    signableHeaders: new Set(held),
    unhoistableHeaders: new Set(held),
  })
  return { url, headers: { 'content-type': contentType } }
}
