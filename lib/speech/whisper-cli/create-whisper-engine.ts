import { open } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@/lib/core/problem/problem'
import { isProgram } from '@/lib/core/programs/find-on-path.mjs'
import { findProgram } from '@/lib/core/programs/find-program'
import type { ChunkEngine, ChunkTranscript, EngineCapabilities, SpeechChunk, TranscribeOptions } from '../engine'
import { languageNotSupported } from '../language-not-supported'
import { toWhisperCode, WHISPER_LANGUAGES } from '../whisper-codes'
import { parseWhisperJson } from './parse-whisper-json'
import { runWhisperCli } from './run-whisper-cli'

export type WhisperConfig = {
  /** Absent: the whisper-cli on PATH. */
  cliPath?: string | undefined
  /** A model file in ggml format. */
  model?: string | undefined
  threads: number
}

/** The program and model of a chunk, or the reason why they are missing. */
type Setup = { cli: string; model: string; languages: readonly string[] } | { reason: string }

/** "ggml", as whisper.cpp writes it: a number, low byte first. */
const MAGIC = 0x67676d6c
const HEADER_BYTES = 8
/** whisper.cpp's own rule: English models have one word less. */
const MULTILINGUAL_VOCABULARY = 51_865

/** The name of a model in transcripts: `base.en` of `/models/ggml-base.en.bin`. */
function modelName(file: string): string {
  return path.basename(file, '.bin').replace(/^ggml-/, '')
}

/**
 * Whether a file is a Whisper model in ggml format, and for which languages, by its first bytes: the magic number and the
 * size of the vocabulary. Throws the system's error when it can't be read.
 */
async function inspectModel(file: string): Promise<'multilingual' | 'english' | 'no model'> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    if (bytesRead < HEADER_BYTES || buffer.readUInt32LE(0) !== MAGIC) return 'no model'
    return buffer.readInt32LE(4) >= MULTILINGUAL_VOCABULARY ? 'multilingual' : 'english'
  } finally {
    await handle.close()
  }
}

async function languagesOf(model: string): Promise<readonly string[] | string> {
  try {
    const found = await inspectModel(model)
    if (found === 'no model') return `WHISPER_MODEL (${model}) is no Whisper model in ggml format.`
    return found === 'english' ? ['en'] : WHISPER_LANGUAGES
  } catch (error) {
    return `WHISPER_MODEL (${model}) can't be read: ${error instanceof Error ? error.message : String(error)}.`
  }
}

async function setUp({ cliPath, model }: WhisperConfig): Promise<Setup> {
  if (model === undefined) return { reason: 'WHISPER_MODEL is not set: name the ggml model file for whisper-cli.' }
  const cli = await findWhisperCli(cliPath)
  if (cli === null) {
    const where = cliPath === undefined ? 'on PATH' : `at WHISPER_CLI_PATH (${cliPath})`
    return { reason: `There is no whisper-cli ${where}. Install whisper.cpp, or name it in WHISPER_CLI_PATH.` }
  }
  const languages = await languagesOf(model)
  return typeof languages === 'string' ? { reason: languages } : { cli, model, languages }
}

async function capabilities(config: WhisperConfig): Promise<EngineCapabilities> {
  const setup = await setUp(config)
  return 'reason' in setup ? { ok: false, reason: setup.reason } : { ok: true, languages: [...setup.languages] }
}

function languageFor(lang: string | null, languages: readonly string[]): string {
  if (lang === null) return languages.length === 1 ? 'en' : 'auto'
  const code = languages.includes(new Intl.Locale(lang).language) ? toWhisperCode(lang) : null
  if (code !== null) return code
  throw languageNotSupported(lang, languages)
}

async function transcribe(
  config: WhisperConfig,
  chunk: SpeechChunk,
  { lang, prompt, signal }: TranscribeOptions,
): Promise<ChunkTranscript> {
  const setup = await setUp(config)
  if ('reason' in setup) throw new Problem('transcriber_unavailable', { detail: setup.reason })
  const { cli, model, languages } = setup
  const task = { cli, model, language: languageFor(lang, languages), prompt, threads: config.threads }
  const output = await runWhisperCli(task, chunk, signal)
  try {
    const transcribed = parseWhisperJson(output, chunk.durationMs)
    return { ...transcribed, lang: lang ?? transcribed.lang }
  } catch (error) {
    throw new Problem('transcriber_failed', { context: { retryable: false }, cause: error })
  }
}

/** whisper.cpp's `whisper-cli` with a model in ggml format, both installed on this machine by its operator. */
export function createWhisperEngine(config: WhisperConfig): ChunkEngine {
  return {
    id: 'whisper',
    model: config.model === undefined ? 'none' : modelName(config.model),
    mode: 'local',
    draft: false,
    canLoop: true,
    capabilities: () => capabilities(config),
    transcribe: (chunk, options) => transcribe(config, chunk, options),
  }
}

/** The path of the whisper-cli that was named, else of the one on PATH; null when it can't be run. */
async function findWhisperCli(named: string | undefined): Promise<string | null> {
  if (named === undefined) return (await findProgram('whisper-cli'))?.path ?? null
  return isProgram(named) ? named : null
}
