import { bucket, inBucket, loadS3 } from '@/lib/core/storage/s3/s3-client'

/** What the service's bucket holds under a name, as its owner sees it; null: nothing. */
export async function storedBytes(key: string): Promise<Uint8Array | null> {
  const { client, sdk } = await loadS3()
  try {
    const { Body } = await client.send(new sdk.GetObjectCommand(inBucket(key)))
    return (await Body?.transformToByteArray()) ?? null
  } catch (error) {
    if (error instanceof sdk.NoSuchKey) return null
    throw error
  }
}

/** Whether nothing is left in it. */
export async function isEmpty(): Promise<boolean> {
  const { client, sdk } = await loadS3()
  const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket() }))
  return Contents.length === 0
}

/** The number of multipart uploads that are neither completed nor aborted. */
export async function countUnfinished(): Promise<number> {
  const { client, sdk } = await loadS3()
  const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket() }))
  return Uploads.length
}

/** Puts a file there that the service knows nothing of. */
export async function putStray(key: string): Promise<void> {
  const { client, sdk } = await loadS3()
  await client.send(new sdk.PutObjectCommand({ ...inBucket(key), Body: 'x' }))
}
