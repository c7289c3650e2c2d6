import { S3ServiceException } from '@aws-sdk/client-s3'
import { Problem } from '../../problem'

/** Whether S3 says that there is no such file, or no such parts of one. */
function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'
}

/** Runs a command of S3. What fails is `storage_unavailable`; an abort by the caller throws the caller's own reason. */
export async function askS3<T>(command: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await command()
  } catch (error) {
    signal?.throwIfAborted()
    if (isMissing(error)) throw new Problem('not_found', { cause: error })
    throw new Problem('storage_unavailable', { cause: error })
  }
}

/** What a command gives, or null where there is no such file. */
export async function unlessMissing<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}
