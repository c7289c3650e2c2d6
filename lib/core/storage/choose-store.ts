import { env } from '../env'
import { diskStore } from './disk-store'
import type { FileStore } from './file-store'
import { s3Store } from './s3/s3-store'

/** The store that is set up: the bucket of `S3_BUCKET`, or the data folder. */
export function fileStore(): FileStore {
  return env().S3_BUCKET ? s3Store : diskStore
}
