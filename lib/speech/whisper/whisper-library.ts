import path from 'node:path'
import { z } from 'zod'
import { singletonPromise } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { withOurCommands } from '@/lib/core/programs/our-command'
import type { ChunkTranscript, LanguageGuess, TextConfidence, TranscribeOptions } from '@/lib/speech/engine'
import { languageOfName } from '@/lib/speech/language-of-name'
import type { ModelLibrary } from '@/lib/speech/models/create-model-engine'
import { type LibraryState, probeLibrary } from '@/lib/speech/recognisers/probe-library'
import { startRecogniser } from '@/lib/speech/recognisers/start-recogniser'
import { tidySegments } from '@/lib/speech/segments/tidy-segments'
import { readVerboseSegments, verboseSegmentSchema } from '@/lib/speech/segments/verbose-segments'
import { toPrompt } from '@/lib/speech/to-prompt'
import { toWhisperCode } from '@/lib/speech/whisper-codes'
import { findWhisper, libraryName, type Whisper } from './find-whisper'

const guessSchema = z.object({ code: z.string(), probability: z.number() })

/** The answer of a child: the language by Whisper's code, and segments; where only the language was asked for, others it may be. */
const heardSchema = z.object({
  language: guessSchema,
  guesses: z.array(guessSchema).default([]),
  segments: z.array(verboseSegmentSchema.extend({ tokens: z.int() })),
})
export type WhisperHeard = z.infer<typeof heardSchema>

const probeSchema = z.object({ version: z.string(), gpus: z.int() })

const NOT_INSTALLED = withOurCommands(
  'The Whisper engine is not installed. It comes with each of its models: npm run models -- get whisper-small',
)

/** The program of the child, for Python; put together so that no bundler takes it for a part of the pages. */
function childArgs({ folder }: Whisper): string[] {
  const program = [process.cwd(), 'lib', 'speech', 'whisper', 'whisper-child.py'].join(path.sep)
  // Neither the user's Python packages nor variables of the environment change what it loads.
  return ['-I', program, folder]
}

function probe(whisper: Whisper): Promise<LibraryState> {
  return probeLibrary({
    name: libraryName(whisper.folder),
    program: whisper.python,
    args: [...childArgs(whisper), 'probe'],
    explain: () => null,
  })
}

async function findProblem(): Promise<string | null> {
  const whisper = await findWhisper()
  if (!whisper) return NOT_INSTALLED
  const state = await probe(whisper)
  return 'trouble' in state ? state.trouble : null
}

/** `cpu`, or `cuda:N` for the GPU to use: the one that `SPEECH_DEVICE` names, else the first, else none. */
async function chooseDevice(): Promise<string> {
  const { SPEECH_DEVICE: wanted } = env()
  const whisper = wanted === 'cpu' ? null : await findWhisper()
  if (!whisper) return 'cpu'
  const state = await probe(whisper)
  const { gpus } = 'trouble' in state ? { gpus: 0 } : probeSchema.parse(JSON.parse(state.output))
  const index = Number(/^cuda:(\d+)$/.exec(wanted)?.[1] ?? 0)
  if (index < gpus) return `cuda:${index}`
  if (wanted !== 'auto') log.warn('there is no such GPU: speech is recognised by the processor', { wanted, gpus })
  return 'cpu'
}

/** The device on which Whisper models run. Found out once. */
export const whisperDevice = () => singletonPromise('whisper device', chooseDevice)

/** How sure the model is of all that it wrote; null without text. */
function confidenceOf({ segments }: WhisperHeard): TextConfidence | null {
  let [logProbability, tokens] = [0, 0]
  for (const segment of segments) {
    logProbability += (segment.avg_logprob ?? 0) * segment.tokens
    tokens += segment.tokens
  }
  return tokens > 0 ? { logProbability, tokens } : null
}

function read(heard: WhisperHeard, durationMs: number): ChunkTranscript {
  return {
    segments: tidySegments(readVerboseSegments(heard.segments), durationMs),
    lang: languageOfName(heard.language.code),
    confidence: confidenceOf(heard),
  }
}

/** Both together leave Whisper the half of its context in which it writes. */
const WORDS_LENGTH = 300

const request = ({ lang, words }: TranscribeOptions) => ({
  language: lang === null ? null : toWhisperCode(lang),
  prompt: words ? toPrompt({ ...words, terms: [] }, WORDS_LENGTH) : null,
  hotwords: words ? toPrompt({ ...words, prompt: '' }, WORDS_LENGTH) : null,
})

function readGuesses({ guesses }: WhisperHeard): LanguageGuess[] {
  return guesses.flatMap(({ code, probability }) => {
    const lang = languageOfName(code)
    return lang === null ? [] : [{ lang, probability }]
  })
}

async function start() {
  const whisper = await findWhisper()
  if (!whisper) throw new Problem('transcriber_unavailable', { detail: NOT_INSTALLED })
  return startRecogniser({ program: whisper.python, args: childArgs(whisper) }, heardSchema)
}

/** faster-whisper, whose native library runs Whisper models: many languages, words with times, the language that is spoken. */
export const WHISPER: ModelLibrary<WhisperHeard> = {
  id: 'whisper',
  canLoop: true,
  findProblem,
  start,
  mostChildren: async () => ((await whisperDevice()) === 'cpu' ? null : 1),
  configuration: async (_, folder, threads) => ({ folder, device: await whisperDevice(), threads }),
  request,
  read,
  identification: { request: { identify: true }, read: readGuesses },
}
