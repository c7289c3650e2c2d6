import { bucket, inBucket, loadS3 } from '@/lib/platform/storage/s3/s3-client'

/** The names of all files in the service's bucket, as its owner sees them. */
export async function storedKeys(): Promise<string[]> {
  const { client, sdk } = await loadS3()
  const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket() }))
  return Contents.map(({ Key = '' }) => Key)
}

/** How many files are there in parts that nobody has put together or let go. */
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

/** What a file holds. */
export async function storedBytes(key: string): Promise<Uint8Array | undefined> {
  const { client, sdk } = await loadS3()
  const { Body } = await client.send(new sdk.GetObjectCommand(inBucket(key)))
  return Body?.transformToByteArray()
}
