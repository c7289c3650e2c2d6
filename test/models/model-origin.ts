import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SpeechModel } from '@/lib/speech/models/manifest'
import { makeTinyModel } from '@/lib/speech/sherpa/testing/make-tiny-model'
import type { OriginAnswer, OriginRequest } from '../origin/handle-request'
import { type Origin, startOrigin } from '../origin/start-origin'
import { type Heard, makeWhisperModel } from '../speech/stand-in-whisper'

type Answer = (request: OriginRequest) => OriginAnswer | Promise<OriginAnswer>

/** A server of models, and the files that make a service know them. */
export type ModelOrigin = {
  origin: Origin
  /** Settings of a service that downloads from here. */
  settings: Record<string, string>
  model: SpeechModel
  /** All that the service knows, the best first. */
  models: SpeechModel[]
  /** The large file that comes with the networks, by which progress is seen. */
  ballast: Buffer
  /** From which byte on the ballast is held back; all of it comes once this is called with its length. */
  releaseUntil: (bytes: number) => void
  /** Answers the ballast in place of the usual; null: as usual again. */
  answerBallast: (answer: Answer | null) => void
  close: () => Promise<void>
}

const BALLAST = 'ballast.bin'

function entryOf(name: string, content: Buffer) {
  return { path: name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

/**
 * Starts a server on loopback that has one small model, which the real library loads, with a file of `ballastBytes` beside
 * its networks. It serves ranges, as file servers do, and of the ballast only as much as was released. `whisper`: it has a stand-in for
 * a model of Whisper too, with the same large file, which hears this.
 */
export async function startModelOrigin({
  ballastBytes = 3_000_000,
  title = 'Parakeet',
  whisper,
}: {
  ballastBytes?: number
  title?: string
  whisper?: Heard
} = {}): Promise<ModelOrigin> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-models-'))
  const tiny = await makeTinyModel(path.join(folder, 'files'))
  const ballast = randomBytes(ballastBytes)
  await writeFile(path.join(folder, 'files', BALLAST), ballast)
  const file = { role: 'tokens' as const, ...entryOf(BALLAST, ballast) }
  const model: SpeechModel = { ...tiny, title, files: [...tiny.files, file] }
  const small: SpeechModel = { ...model, name: 'tiny-small', title: `${title} small` }

  let released = ballast.length
  let wake: () => void = () => undefined
  let special: Answer | null = null

  async function* comeAsReleased(start: number) {
    for (let at = start; at < ballast.length; ) {
      while (at >= released) {
        await new Promise<void>((resolve) => {
          const before = wake
          wake = () => {
            before()
            resolve()
          }
        })
      }
      const end = Math.min(released, at + 65_536)
      yield ballast.subarray(at, end)
      at = end
    }
  }

  const serve: Answer = async (request) => {
    const name = request.path.split('/').at(-1) ?? ''
    if (name === BALLAST && special) return special(request)
    const bytes = await readFile(path.join(folder, 'files', name)).catch(() => null)
    if (!bytes) return { status: 404 }
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }
    const headers = { 'content-length': bytes.length - start, ...(start > 0 ? range : {}) }
    const body = name === BALLAST ? comeAsReleased(start) : new Uint8Array(bytes.subarray(start))
    return { status: start > 0 ? 206 : 200, headers, body }
  }
  const origin = await startOrigin([serve])
  const manifest = path.join(folder, 'manifest.json')
  const models = [model, small]
  if (whisper) {
    const standIn = await makeWhisperModel(path.join(folder, 'files'), whisper)
    const heard = Buffer.from(JSON.stringify(whisper))
    models.push({ ...standIn, files: [...standIn.files, entryOf('heard.json', heard), entryOf(BALLAST, ballast)] })
  }
  await writeFile(manifest, JSON.stringify(models))
  return {
    origin,
    settings: { MODELS_FILE: manifest, MODELS_BASE_URL: origin.url },
    model,
    models,
    ballast,
    releaseUntil: (bytes) => {
      released = bytes
      wake()
      wake = () => undefined
    },
    answerBallast: (answer) => {
      special = answer
    },
    close: async () => {
      await origin.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
