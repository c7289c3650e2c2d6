import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { env } from '../../env'
import { newId } from '../../ids'
import { Problem } from '../../problem/problem'
import { diskProblem } from '../disk-space'
import type { ByteRange, FileStore, ListedFile } from '../file-store'
import { writeBounded } from '../store-file'
import { withWorkFolder } from '../work-dir'
import { callS3, unlessMissing } from './call-s3'
import { bucket, inBucket, type S3 } from './s3-client'
import { withIdleTimeout } from './with-idle-timeout'

/**
 * The number of files deleted concurrently, each by a separate command: not every server supports deleting several in
 * one.
 */
const DELETED_AT_ONCE = 16
const ONE_RANGE = /^bytes=\d{0,15}-\d{0,15}$/

/** A file, or a range of it; null where none of it is there. */
async function get(
  { client, sdk }: S3,
  key: string,
  range: string | null,
  signal?: AbortSignal,
): Promise<GetObjectCommandOutput | null> {
  const command = new sdk.GetObjectCommand({ ...inBucket(key), ...(range === null ? {} : { Range: range }) })
  try {
    return await client.send(command, signal ? { abortSignal: signal } : {})
  } catch (error) {
    if (error instanceof sdk.S3ServiceException && error.name === 'InvalidRange') return null
    throw error
  }
}

function rangeOf(contentRange: string | undefined): (ByteRange & { sizeBytes: number }) | null {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '')
  return match ? { start: Number(match[1]), end: Number(match[2]), sizeBytes: Number(match[3]) } : null
}

function streamOf({ Body }: GetObjectCommandOutput): Readable {
  if (Body instanceof Readable) return withIdleTimeout(Body, env().S3_TIMEOUT_SECONDS * 1000)
  throw new Problem('storage_unavailable', { cause: 'the bucket gave no stream' })
}

/** Fetched beside its place and put there when it is whole, so that a half one is never taken for the file. */
async function fetchTo(into: string, body: Readable, signal: AbortSignal): Promise<void> {
  const part = `${into}.${newId()}.part`
  try {
    await mkdir(path.dirname(into), { recursive: true, mode: 0o700 })
    await pipeline(body, createWriteStream(part, { mode: 0o600 }), { signal })
    await rename(part, into)
  } catch (error) {
    signal.throwIfAborted()
    const problem = diskProblem(error)
    throw problem instanceof Problem ? problem : new Problem('storage_unavailable', { cause: error })
  } finally {
    await rm(part, { force: true })
  }
}

/** The slowest pace at which a bucket may take a file, beside the time in which it has to answer. */
const SLOWEST_BYTES_PER_MS = 100

async function putFile(
  { client, sdk }: S3,
  { key, file, sizeBytes }: { key: string; file: string; sizeBytes: number },
) {
  const body = createReadStream(file)
  try {
    const command = new sdk.PutObjectCommand({ ...inBucket(key), Body: body, ContentLength: sizeBytes })
    const requestTimeout = env().S3_TIMEOUT_SECONDS * 1000 + sizeBytes / SLOWEST_BYTES_PER_MS
    await client.send(command, { requestTimeout })
  } finally {
    // The client leaves it open when the request fails, and with it the room of a file that is deleted.
    body.destroy()
    if (!body.closed) await once(body, 'close')
  }
}

async function* list(folder: string): AsyncGenerator<ListedFile> {
  let ContinuationToken: string | undefined
  do {
    const more = ContinuationToken ? { ContinuationToken } : {}
    const wanted = { Bucket: bucket(), Prefix: `${folder}/`, ...more }
    const page = await callS3(({ client, sdk }) => client.send(new sdk.ListObjectsV2Command(wanted)))
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key && LastModified) yield { key: Key, modifiedAt: LastModified }
    }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

async function remove(key: string): Promise<void> {
  await unlessMissing(callS3(({ client, sdk }) => client.send(new sdk.DeleteObjectCommand(inBucket(key)))))
}

/** Users' files in a private bucket. */
export const s3Store: FileStore = {
  list,

  async sizeOf(key) {
    const asked = callS3(({ client, sdk }) => client.send(new sdk.HeadObjectCommand(inBucket(key))))
    const head = await unlessMissing(asked)
    return head?.ContentLength ?? null
  },

  async open(key, rangeHeader) {
    const range = rangeHeader && ONE_RANGE.test(rangeHeader.trim()) ? rangeHeader.trim() : null
    const found = await callS3((s3) => get(s3, key, range))
    if (!found) return null
    const given = rangeOf(found.ContentRange)
    const body = Readable.toWeb(streamOf(found)) as unknown as ReadableStream
    return { body, sizeBytes: given?.sizeBytes ?? found.ContentLength ?? 0, range: given }
  },

  async localFile(key, into, signal) {
    const found = await callS3((s3) => get(s3, key, null, signal), signal)
    if (!found) throw new Problem('storage_unavailable', { cause: 'the bucket gave a range that nobody asked for' })
    await fetchTo(into, streamOf(found), signal)
    return into
  },

  async receive(key, body, maxBytes) {
    // The bucket wants to know the length first.
    return withWorkFolder('received', async (folder) => {
      const file = path.join(folder, 'file')
      const sizeBytes = await writeBounded(file, body, maxBytes)
      await callS3((s3) => putFile(s3, { key, file, sizeBytes }))
      return sizeBytes
    })
  },

  async put(key, bytes) {
    await callS3(({ client, sdk }) => client.send(new sdk.PutObjectCommand({ ...inBucket(key), Body: bytes })))
  },

  async remove(keys) {
    for (let from = 0; from < keys.length; from += DELETED_AT_ONCE) {
      await Promise.all(keys.slice(from, from + DELETED_AT_ONCE).map(remove))
    }
  },
}
