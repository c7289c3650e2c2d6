import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type SpeechModel, toSpeechModel } from '@/lib/speech/models/manifest'
import { findPython, NOTE, pythonLine, pythonVersion } from '@/lib/speech/whisper/find-whisper'

type HeardSegment = {
  start: number
  end: number
  text: string
  words?: [word: string, start: number, end: number][]
  avg_logprob?: number
  no_speech_prob?: number
}

/** The answer of the stand-in to any sound, or how it fails: the language by Whisper's code, and segments in seconds. */
export type Heard = {
  language: string
  probability?: number
  /** The language of loud sound, where that is another. */
  loud_language?: string
  segments?: HeardSegment[]
  cannot_load?: boolean
  hangs?: boolean
  dies?: boolean
  fails?: boolean
}

const LANGUAGES = ['en', 'de', 'ja', 'jv', 'fil', 'nb', 'pt', 'zh']

/** Puts a stand-in for the packages of faster-whisper into a data folder, as `installWhisper` would. */
export async function installStandIn(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'whisper')
  await cp('test/speech/whisper-packages', folder, { recursive: true })
  const python = await findPython()
  const requirements = await readFile('lib/speech/whisper/requirements.txt', 'utf8')
  await writeFile(path.join(folder, NOTE), requirements + pythonLine(python ? await pythonVersion(python) : ''))
}

/** From now on the model in that folder hears this. */
export async function hearFromNowOn(folder: string, heard: Heard): Promise<void> {
  const fresh = path.join(folder, 'heard.json.new')
  await writeFile(fresh, JSON.stringify(heard))
  await rename(fresh, path.join(folder, 'heard.json'))
}

/** Writes a model that hears this, and returns its entry in MODELS_FILE. It notes what it is asked in `asked.jsonl`. */
export async function makeWhisperModel(folder: string, heard: Heard, languages = LANGUAGES): Promise<SpeechModel> {
  const content = 'a stand-in'
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'model.bin'), content)
  await hearFromNowOn(folder, heard)
  return toSpeechModel({
    engine: 'whisper',
    name: 'whisper-stand-in',
    title: 'Stand-in',
    identifiesLanguage: true,
    languages,
    license: 'MIT',
    address: 'stand-in',
    files: [
      {
        path: 'model.bin',
        bytes: Buffer.byteLength(content),
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ],
  })
}

/** A data folder's model that hears this, with the settings of a service that knows it behind those others. */
export async function standInWhisper(
  dataDir: string,
  heard: Heard,
  { others = [], languages = LANGUAGES }: { others?: readonly SpeechModel[]; languages?: string[] } = {},
): Promise<{ folder: string; settings: { MODELS_FILE: string } }> {
  const folder = path.join(dataDir, 'models', 'whisper-stand-in')
  const manifest = path.join(dataDir, 'models.json')
  await installStandIn(dataDir)
  const model = await makeWhisperModel(folder, heard, languages)
  await writeFile(manifest, JSON.stringify([...others, model]))
  return { folder, settings: { MODELS_FILE: manifest } }
}
