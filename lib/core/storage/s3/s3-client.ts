import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { singleton } from '../../concurrency/singleton'
import { env } from '../../env'

/** Amazon's SDK, and its client of the bucket's server. */
export type S3 = {
  sdk: typeof import('@aws-sdk/client-s3')
  client: S3Client
  sign: typeof import('@aws-sdk/s3-request-presigner')['getSignedUrl']
}

/**
 * The longest silence of a connection, and so the longest pause of a reader of a file. Files that are being waited for
 * have a shorter limit.
 */
const SILENCE_LIMIT_MS = 5 * 60_000

function configOfEnv(): S3ClientConfig {
  const { S3_REGION, S3_ENDPOINT, S3_FORCE_PATH_STYLE, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_TIMEOUT_SECONDS } =
    env()
  const config: S3ClientConfig = {
    region: S3_REGION,
    forcePathStyle: S3_FORCE_PATH_STYLE,
    // Servers of one's own don't all know the checksums that the SDK adds by default, and a browser that puts a file
    // to a signed address can't make them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without them a bucket is waited for without end that takes a question and says nothing, or half an answer.
    requestHandler: {
      requestTimeout: S3_TIMEOUT_SECONDS * 1000,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_LIMIT_MS,
    },
  }
  if (S3_ENDPOINT) config.endpoint = S3_ENDPOINT
  if (S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    config.credentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
  }
  return config
}

async function load(): Promise<S3> {
  const [sdk, { getSignedUrl: sign }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  return { sdk, client: new sdk.S3Client(configOfEnv()), sign }
}

/**
 * The client of the bucket's server, loaded at its first use: most have no bucket, and it takes 25 MB. The operator
 * names that server, so it is asked directly.
 */
export function loadS3(): Promise<S3> {
  return singleton('s3', load)
}

/** A key in the bucket, as commands name it. */
export function inBucket(key: string): { Bucket: string; Key: string } {
  return { Bucket: bucket(), Key: key }
}

export function bucket(): string {
  const name = env().S3_BUCKET
  if (!name) throw new Error('S3_BUCKET is not set')
  return name
}
