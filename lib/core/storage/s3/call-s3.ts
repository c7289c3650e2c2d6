import { metrics } from '../../metrics'
import { Problem } from '../../problem/problem'
import { loadS3, type S3 } from './s3-client'

/** Whether S3 says that there is no such file, or no such parts of one. */
function isMissing(error: unknown, { S3ServiceException }: S3['sdk']): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'
}

/** Runs a command of S3. What fails is `storage_unavailable`; an abort by the caller throws the caller's own reason. */
export async function callS3<T>(command: (s3: S3) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const s3 = await loadS3()
  try {
    return await command(s3)
  } catch (error) {
    signal?.throwIfAborted()
    if (isMissing(error, s3.sdk)) throw new Problem('not_found', { cause: error })
    metrics().storageErrors.inc()
    throw new Problem('storage_unavailable', { cause: error })
  }
}

/** The result of a command, or null where there is no such file. */
export async function unlessMissing<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}
