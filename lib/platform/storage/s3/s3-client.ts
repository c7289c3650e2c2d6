import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { env } from '../../env'
import { singleton } from '../../singleton'

function makeClient(): S3Client {
  const { S3_REGION, S3_ENDPOINT, S3_FORCE_PATH_STYLE, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env()
  const config: S3ClientConfig = {
    region: S3_REGION,
    forcePathStyle: S3_FORCE_PATH_STYLE,
    // Servers of one's own don't all know the checksums that the SDK adds by default, and a browser that puts a file
    // to a signed address can't make them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
  if (S3_ENDPOINT) config.endpoint = S3_ENDPOINT
  if (S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    config.credentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
  }
  return new S3Client(config)
}

/** The client of the bucket's server. The operator names that server, so it is asked directly. */
export function s3Client(): S3Client {
  return singleton('s3', makeClient)
}

/** A key in the bucket, as commands name it. */
export function inBucket(key: string): { Bucket: string; Key: string } {
  return { Bucket: bucket(), Key: key }
}

/** The bucket's name. */
export function bucket(): string {
  const name = env().S3_BUCKET
  if (!name) throw new Error('S3_BUCKET is not set')
  return name
}
