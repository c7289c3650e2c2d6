import { once } from 'node:events'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { Actor } from '@/lib/core/actor'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { validateFields } from '@/lib/http/validation/validate-request'
import { RequestInvalid } from '@/lib/http/validation/validation-detail'
import { MAX_KEYWORDS } from '@/lib/transcripts/contract'
import { removeNewUpload, type StoredUpload, storeUpload } from '@/lib/uploads/receive/store-upload'
import { untilStopped } from '@/lib/uploads/receive/until-stopped'
import { type TranscriptionFields, transcriptionFieldsSchema } from './contract'
import { findModel } from './models'

const KIB = 1024

/** The bound of a form's other parts: names of speakers and their samples, which some clients send. */
const MAX_OTHER_BYTES = 16 * 1024 * KIB

/** The bounds of parts in memory. Only the fields that are read are kept, each a bounded number of times. */
const LIMITS = { fieldSize: 64 * KIB, fields: 200, parts: 250, headerPairs: 20, headerSize: 8 * KIB }
const MAX_VALUES = MAX_KEYWORDS + 1

const FIELDS: readonly string[] = Object.keys(transcriptionFieldsSchema.shape)
const LISTS = new Set(FIELDS.filter((name) => name.endsWith('[]')))

/** A transcription as it was asked for, with its file in the store. */
export type ReceivedForm = { fields: TranscriptionFields; upload: StoredUpload }

function invalidForm(msg: string, field?: string): RequestInvalid {
  const loc = field === undefined ? ['body'] : ['body', field]
  return new RequestInvalid([{ type: field === undefined ? 'form_invalid' : 'missing', loc, msg, input: null }])
}

/** Some clients send the bytes alone, without a name of the file. */
function isPartAFile(field: string | undefined, type: string | undefined, filename: string | undefined): boolean {
  return field === 'file' || filename !== undefined || type === 'application/octet-stream'
}

function openParser({ headers }: Request): BusboyInstance {
  const type = headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) throw invalidForm('Send the file as multipart/form-data')
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: LIMITS, isPartAFile })
  } catch {
    throw invalidForm('The Content-Type names no boundary')
  }
}

function tooLarge(): Problem {
  return new Problem('file_too_large', { context: { max_bytes: env().UPLOAD_MAX_BYTES } })
}

/** How long the whole request is; null where it is not announced. Throws `file_too_large`. */
function announcedBytes({ headers }: Request): number | null {
  const length = headers.get('content-length')
  const bytes = length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null
  if (bytes !== null && bytes > env().UPLOAD_MAX_BYTES + MAX_OTHER_BYTES) throw tooLarge()
  return bytes
}

/** Passes on as much as a form can have. */
function limitBytes(): Transform {
  let left = env().UPLOAD_MAX_BYTES + MAX_OTHER_BYTES
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      left -= chunk.byteLength
      if (left < 0) done(tooLarge())
      else done(null, chunk)
    },
  })
}

/** The values of the fields that are read; the names of the others never become keys. */
function collectFields(parser: BusboyInstance): () => Record<string, unknown> {
  const values = new Map<string, string[]>()
  parser.on('field', (given, value) => {
    const name = LISTS.has(`${given}[]`) ? `${given}[]` : given
    const known = values.get(name) ?? []
    if (FIELDS.includes(name) && known.length < MAX_VALUES) values.set(name, [...known, value])
  })
  return () => Object.fromEntries([...values].map(([name, all]) => [name, LISTS.has(name) ? all : all.at(-1)]))
}

/** Why a form could not be read: what the store said, or what the parser did, whose errors have no code. */
function reasonOf(error: unknown, request: Request): unknown {
  const isOwn = error instanceof Problem || error instanceof RequestInvalid
  const isOfSystem = error instanceof Error && 'code' in error
  return isOwn || isOfSystem || request.signal.aborted ? error : invalidForm('The form is incomplete or damaged')
}

type Storing = { file: Promise<StoredUpload> | null }

/** Begins to store the file as it comes. A second one is refused, and files under other names are ignored. */
function storeFileOf(parser: BusboyInstance, actor: Actor, atMostBytes: number | null, stop: AbortSignal): Storing {
  const storing: Storing = { file: null }
  parser.on('file', (name, stream, filename) => {
    // The parser reports the end too.
    stream.on('error', () => undefined)
    if (name !== 'file' || stop.aborted) return void stream.resume()
    if (storing.file) {
      stream.resume()
      return void parser.destroy(invalidForm('Send one file'))
    }
    const sent = { filename: filename || 'file', body: untilStopped(stream, stop), atMostBytes }
    storing.file = storeUpload(actor, sent)
    storing.file.catch((error: unknown) => {
      parser.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  return storing
}

/**
 * Has the body parsed to the end of the form. The parser takes nothing more from then on, so what comes after the form
 * is not waited for.
 */
async function parseBody({ body }: Request, parser: BusboyInstance): Promise<void> {
  const ended = once(parser, 'finish')
  const read = pipeline(Readable.from(body ?? []), limitBytes(), parser)
  for (const one of [ended, read]) one.catch(() => undefined)
  await Promise.race([ended, read])
}

/** Reads the form to its end, with its file into the store. */
async function readForm(actor: Actor, request: Request) {
  const parser = openParser(request)
  const atMostBytes = announcedBytes(request)
  const stop = new AbortController()
  const fields = collectFields(parser)
  const storing = storeFileOf(parser, actor, atMostBytes, stop.signal)
  try {
    await parseBody(request, parser)
    if (!storing.file) throw invalidForm('Field required', 'file')
    return { fields: fields(), upload: await storing.file }
  } catch (error) {
    stop.abort(error)
    const stored = await storing.file?.catch(() => null)
    if (stored) await removeNewUpload(stored)
    throw reasonOf(error, request)
  }
}

/**
 * Receives a transcription form, its file streamed to the store of uploads. What is invalid leaves no file. Throws
 * `RequestInvalid`, `model_not_found` and what `storeUpload` throws.
 */
export async function receiveForm(actor: Actor, request: Request): Promise<ReceivedForm> {
  const { fields: sent, upload } = await readForm(actor, request)
  try {
    const fields = validateFields(transcriptionFieldsSchema, sent)
    await findModel(fields.model)
    return { fields, upload }
  } catch (error) {
    await removeNewUpload(upload)
    throw error
  }
}
