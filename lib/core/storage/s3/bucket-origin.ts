import { env } from '../../env'

/** The origin at which a browser reaches the bucket, for the pages' content security policy; null without a bucket. */
export function bucketOrigin(): string | null {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE } = env()
  if (!S3_BUCKET) return null
  const endpoint = new URL(S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`)
  return S3_FORCE_PATH_STYLE ? endpoint.origin : `${endpoint.protocol}//${S3_BUCKET}.${endpoint.host}`
}
