import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

export type Swift = {
  /** What points the service at the bucket. */
  settings: Record<string, string>
  stop: () => Promise<void>
}

const PROGRAM = path.join(import.meta.dirname, 'serve.py')
/** Swift keeps what it knows of a file in extended attributes, which a temporary folder in memory may not have. */
const FOLDERS = path.resolve('.verbatim', 'swift')

const CREDENTIALS = { accessKeyId: 'verbatim:tests', secretAccessKey: 'a-secret-of-the-tests-alone' }
const REGION = 'eu-central-1'
const BUCKET = 'verbatim-test'

/** The port that it says it listens on. Rejects with what it printed when it ends without. */
async function portOf(child: ChildProcess): Promise<number> {
  if (!child.stdout || !child.stderr) throw new Error('Swift was started without its output')
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), once(child, 'close')])
  if (/^\d+$/.test(String(line)) && child.exitCode === null) return Number(line)
  throw new Error(`Swift did not start:\n${printed}`)
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
  await mkdir(FOLDERS, { recursive: true })
  const folder = await mkdtemp(path.join(FOLDERS, 'run-'))
  const child = spawn(python, [PROGRAM, folder], { stdio: ['pipe', 'pipe', 'pipe'] })
  const stop = async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { accessKeyId, secretAccessKey } = CREDENTIALS
    child.stdin.write(`${JSON.stringify({ region: REGION, access_key: accessKeyId, secret_key: secretAccessKey })}\n`)
    const endpoint = `http://127.0.0.1:${await portOf(child)}`
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
