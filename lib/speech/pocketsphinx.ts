import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@/lib/media/find-program'
import { runProgram } from '@/lib/media/run-program'
import { Problem } from '@/lib/platform/problem'
import { HOW_TO_ADD_AN_ENGINE } from './better-engine-hint'
import type { EngineCapabilities, PieceEngine } from './engine'
import { groupWords } from './group-words'
import { readPocketsphinxWords } from './read-pocketsphinx-words'
import { tidySegments } from './tidy-segments'

type Command = { path: string; args: (wavFile: string) => string[] }

const STARTUP_MS = 60_000
const SLOWEST_TIMES_REAL_TIME = 20
const QUOTED_CHARACTERS = 1000
const MODEL_MISSING = /acoustic model definition/i

async function findCommand(): Promise<Command | null> {
  const classic = await findProgram('pocketsphinx_continuous')
  if (classic) return { path: classic.path, args: (wav) => ['-infile', wav, '-time', 'yes'] }
  const five = await findProgram('pocketsphinx')
  return five && { path: five.path, args: (wav) => ['single', wav] }
}

const INSTALL =
  'pocketsphinx is not installed. Install it ("apt install pocketsphinx pocketsphinx-en-us" on Debian and Ubuntu)'

const NO_MODEL = `pocketsphinx has no English model. Install it ("apt install pocketsphinx-en-us"), or ${HOW_TO_ADD_AN_ENGINE}.`

async function capabilities(): Promise<EngineCapabilities> {
  return (await findCommand()) ? { ok: true, languages: ['en'] } : { ok: false, reason: `${INSTALL}.` }
}

function checkLanguage(lang: string | null): void {
  if (lang === null || new Intl.Locale(lang).language === 'en') return
  throw new Problem('transcriber_unavailable', {
    detail: `The offline engine knows English only. For other languages, ${HOW_TO_ADD_AN_ENGINE}.`,
    context: { lang, languages: ['en'] },
  })
}

async function recognise(wav: Buffer, durationMs: number, signal: AbortSignal): Promise<string> {
  const command = await findCommand()
  if (!command) {
    throw new Problem('transcriber_unavailable', { detail: `${INSTALL}, or ${HOW_TO_ADD_AN_ENGINE}.` })
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-speech-'))
  try {
    const file = path.join(folder, 'piece.wav')
    await writeFile(file, wav)
    const timeoutMs = STARTUP_MS + SLOWEST_TIMES_REAL_TIME * durationMs
    const run = await runProgram(command.path, command.args(file), { signal, timeoutMs })
    if (run.ended === 'exited' && run.exitCode === 0) return run.stdout.toString('utf8')
    const ending = run.ended === 'exited' ? `exit code ${run.exitCode}` : run.ended
    const cause = new Error(`pocketsphinx: ${ending}\n${run.stderr.slice(-QUOTED_CHARACTERS).trim()}`)
    if (MODEL_MISSING.test(run.stderr)) throw new Problem('transcriber_unavailable', { detail: NO_MODEL, cause })
    throw new Problem('transcriber_failed', { cause })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * CMU PocketSphinx as it is installed on this machine, by `pocketsphinx_continuous` or by version 5's `pocketsphinx`:
 * small, offline, English only, wrong in every fourth word or worse. Another language is a Problem
 * `transcriber_unavailable`.
 */
export function createPocketsphinxEngine(): PieceEngine {
  return {
    id: 'pocketsphinx',
    model: 'en-us',
    mode: 'local',
    draft: true,
    capabilities,
    async transcribe({ wav, durationMs }, { lang, signal }) {
      checkLanguage(lang)
      const words = readPocketsphinxWords(await recognise(wav, durationMs, signal))
      return { segments: tidySegments(groupWords(words), durationMs), lang: lang ?? 'en' }
    },
  }
}
