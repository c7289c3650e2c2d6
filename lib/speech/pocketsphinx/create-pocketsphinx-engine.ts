import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@/lib/core/problem/problem'
import { findProgram } from '@/lib/core/programs/find-program'
import { describeEnding, runProgram } from '@/lib/core/programs/run-program'
import { withWorkFolder } from '@/lib/core/storage/work-dir'
import { findActivity } from '@/lib/media/chunks/find-activity'
import { FRAME_MS, measureLevels } from '@/lib/media/chunks/read-levels'
import { howToAddEngine } from '../better-engine-hint'
import type { ChunkEngine, EngineCapabilities } from '../engine'
import { languageNotSupported } from '../language-not-supported'
import { wavSamples } from '../recognisers/wav-samples'
import { groupWords } from '../segments/group-words'
import { tidySegments } from '../segments/tidy-segments'
import { hasListened, type PocketsphinxOutput, parsePocketsphinxWords } from './parse-pocketsphinx-words'

type Command = { path: string; args: (wavFile: string) => string[] }

const STARTUP_MS = 60_000
const SLOWEST_TIMES_REAL_TIME = 20
const QUOTED_CHARACTERS = 1000
/** The engine may ignore a click or a cough, which are shorter than this. */
const AUDIBLE_SPEECH_MS = 2_000
const MODEL_MISSING = /acoustic model definition/i

async function findCommand(): Promise<Command | null> {
  const classic = await findProgram('pocketsphinx_continuous')
  if (classic) return { path: classic.path, args: (wav) => ['-infile', wav, '-time', 'yes'] }
  const five = await findProgram('pocketsphinx')
  return five && { path: five.path, args: (wav) => ['single', wav] }
}

const INSTALL =
  'pocketsphinx is not installed. Install it ("apt install pocketsphinx pocketsphinx-en-us" on Debian and Ubuntu)'

const NO_MODEL = `pocketsphinx has no English model. Install it ("apt install pocketsphinx-en-us"), or ${howToAddEngine()}.`

async function capabilities(): Promise<EngineCapabilities> {
  return (await findCommand()) ? { ok: true, languages: ['en'] } : { ok: false, reason: `${INSTALL}.` }
}

function checkLanguage(lang: string | null): void {
  if (lang !== null && new Intl.Locale(lang).language !== 'en') throw languageNotSupported(lang, ['en'])
}

/**
 * Throws `transcriber_failed` when the chunk is loud enough to hold speech: an engine that reports nothing for it is
 * broken.
 */
function checkSilence(wav: Buffer): void {
  const activity = findActivity(measureLevels(wavSamples(wav) ?? new Float32Array()))
  const activeMs = activity.reduce((sum, frame) => sum + frame, 0) * FRAME_MS
  if (activeMs < AUDIBLE_SPEECH_MS) return
  throw new Problem('transcriber_failed', { cause: `pocketsphinx said nothing of ${activeMs} ms of sound` })
}

async function recognise(wav: Buffer, durationMs: number, signal: AbortSignal): Promise<PocketsphinxOutput> {
  const command = await findCommand()
  if (!command) {
    throw new Problem('transcriber_unavailable', { detail: `${INSTALL}, or ${howToAddEngine()}.` })
  }
  return withWorkFolder('speech', async (folder) => {
    const file = path.join(folder, 'piece.wav')
    await writeFile(file, wav)
    const timeoutMs = STARTUP_MS + SLOWEST_TIMES_REAL_TIME * durationMs
    const run = await runProgram(command.path, command.args(file), { signal, timeoutMs })
    if (run.ended === 'exited' && run.exitCode === 0) return { stdout: run.stdout.toString('utf8'), stderr: run.stderr }
    const cause = new Error(`pocketsphinx: ${describeEnding(run)}\n${run.stderr.slice(-QUOTED_CHARACTERS).trim()}`)
    if (MODEL_MISSING.test(run.stderr)) throw new Problem('transcriber_unavailable', { detail: NO_MODEL, cause })
    throw new Problem('transcriber_failed', { cause })
  })
}

/**
 * CMU PocketSphinx as it is installed on this machine, by `pocketsphinx_continuous` or by version 5's `pocketsphinx`:
 * small, offline, English only, wrong in every fourth word or worse. Another language is a Problem
 * `transcriber_unavailable`.
 */
export function createPocketsphinxEngine(): ChunkEngine {
  return {
    id: 'pocketsphinx',
    model: 'en-us',
    mode: 'local',
    draft: true,
    canLoop: false,
    capabilities,
    async transcribe({ wav, durationMs }, { lang, signal }) {
      checkLanguage(lang)
      const output = await recognise(wav, durationMs, signal)
      if (!hasListened(output)) checkSilence(wav)
      const words = parsePocketsphinxWords(output.stdout)
      return { segments: tidySegments(groupWords(words), durationMs), lang: lang ?? 'en' }
    },
  }
}
