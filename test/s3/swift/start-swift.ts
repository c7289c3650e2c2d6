import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

export type Swift = {
  /** The settings of a service that uses the bucket. */
  settings: Record<string, string>
  stop: () => Promise<void>
}

const PROGRAM = path.join(import.meta.dirname, 'serve.py')
/** Swift keeps what it knows of a file in extended attributes, which a temporary folder in memory may not have. */
const FOLDER = path.resolve('.verbatim', 'swift')

const CREDENTIALS = { accessKeyId: 'verbatim:tests', secretAccessKey: 'a-secret-of-the-tests-alone' }
const REGION = 'eu-central-1'
const BUCKET = 'verbatim-test'

/** Returns the port that Swift prints. Rejects when it exits before that; stderr has the cause. */
async function portOf(stdout: Readable): Promise<number> {
  for await (const line of createInterface({ input: stdout })) return Number(line)
  throw new Error('OpenStack Swift did not start')
}

async function makeBucket(endpoint: string): Promise<void> {
  const client = new S3Client({ endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  client.destroy()
}

/**
 * An empty, private bucket of OpenStack Swift, run by this Python on this machine alone, as a process of ours that ends
 * with us.
 */
export async function startSwift(python: string): Promise<Swift> {
  await mkdir(FOLDER, { recursive: true })
  const env = { ...process.env, TZ: 'UTC' }
  const { accessKeyId, secretAccessKey } = CREDENTIALS
  const wanted = { region: REGION, access_key: accessKeyId, secret_key: secretAccessKey }
  const child = spawn(python, [PROGRAM, FOLDER, JSON.stringify(wanted)], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.stdin.end()
    await ended
  }
  try {
    const endpoint = `http://127.0.0.1:${await portOf(child.stdout)}`
    await makeBucket(endpoint)
    const settings = {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    }
    return { settings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
