import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { decodeAudio } from '@/lib/media/decode-audio'
import { planChunks } from '@/lib/media/plan-chunks'
import { readChunk } from '@/lib/media/read-chunk'
import { setEnv } from '@/lib/platform/env'
import { findProgram } from '@/lib/platform/programs/find-program'
import { chooseEngine } from '@/lib/speech/choose-engine'
import type { ChunkEngine } from '@/lib/speech/engine'
import { wordErrorRate } from '@/lib/speech/testing/word-errors'
import { inMib, peakBytes, processesBelow } from './memory-of'
import { printTable } from './print-table'

/** What is read aloud by machines' voices: plain prose without numbers, so that there is one way to write it. */
const PASSAGE = `The market opened before the sun was up. Farmers came down from the hills with carts of apples, onions and cheese.
By noon the square was full of people, and nobody could hear the church bell over the noise. A young woman sold maps of the
coast, which she had drawn herself. She said that the old maps were wrong about the river, because it had changed its bed
after the great storm. Nobody believed her at first. Then a sailor bought one, and came back in the spring to thank her.
After that, everybody wanted a map. She hired two boys to help her, and taught them how to measure a shore with a rope and a
compass. When she was old, her maps hung in every harbour from here to the islands, and the river was named after her.`

const SAMPLES = {
  'jfk.flac': {
    said: 'And so my fellow Americans ask not what your country can do for you ask what you can do for your country',
    mostErrors: 0.2,
  },
  'reading.mp3': {
    said: 'Good morning. Today we are going to talk about the history of the printing press. Before the press, every book was copied by hand, and a single copy could take many months. The new machine changed all that. Within fifty years there were millions of books in the world, and people began to read for themselves.',
    mostErrors: 0.1,
  },
  'two-voices.mp3': {
    said: 'Did you hear that the library stays open at night now? I did. I was there last evening, and it was full of students. What were they all reading? Most of them were writing. One was asleep on a pile of old newspapers. That sounds like you, ten years ago. It was me, ten minutes before they closed.',
    mostErrors: 0.1,
  },
} as const

/** A recording, what is said in it, and how many of its words the engine that `npm start` installs may get wrong. */
type Recording = { name: string; file: string; said: string; mostErrors: number }

function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
}

/** The passage, read by the voices that this machine has. */
async function readAloud(folder: string): Promise<Recording[]> {
  const text = path.join(folder, 'passage.txt')
  await writeFile(text, PASSAGE)
  const recordings: Recording[] = []
  const add = (name: string, program: string, args: (file: string) => string[]) => {
    const file = path.join(folder, `${recordings.length}.wav`)
    execFileSync(program, args(file))
    recordings.push({ name, file, said: PASSAGE, mostErrors: Number.POSITIVE_INFINITY })
    return file
  }
  if (await findProgram('flite')) {
    const clear = add('flite, slt', 'flite', (file) => ['-voice', 'slt', '-f', text, '-o', file])
    add('flite, rms', 'flite', (file) => ['-voice', 'rms', '-f', text, '-o', file])
    const noise = 'anoisesrc=c=pink:a=0.03[n];[0:a][n]amix=inputs=2:duration=first:weights=1 1'
    add('flite, slt, pink noise', 'ffmpeg', (file) => ['-v', 'error', '-i', clear, '-filter_complex', noise, file])
  }
  if (await findProgram('espeak-ng')) {
    for (const wordsPerMinute of ['120', '160', '200'])
      add(`espeak-ng, ${wordsPerMinute} a minute`, 'espeak-ng', (file) => [
        '-s',
        wordsPerMinute,
        '-f',
        text,
        '-w',
        file,
      ])
  }
  return recordings
}

/** Sounds in which nobody speaks. */
function speechless(folder: string): { name: string; file: string }[] {
  const generators = {
    'digital silence': 'anullsrc',
    'pink noise': 'anoisesrc=c=pink:a=0.3',
    'a tone': 'sine=f=220',
    'three tones that swell': 'aevalsrc=(sin(440*PI*t)+sin(554*PI*t)+sin(660*PI*t))*0.2*abs(sin(PI*t))',
  }
  return Object.entries(generators).map(([name, generator], at) => {
    const file = path.join(folder, `speechless-${at}.wav`)
    ffmpeg('-f', 'lavfi', '-i', generator, '-t', '30', '-ar', '16000', '-ac', '1', file)
    return { name, file }
  })
}

/** The most memory that this process's children had at a time, by looking every 20 ms until the work is done. */
async function watchMemory<T>(work: Promise<T>): Promise<{ result: T; bytes: number }> {
  let bytes = 0
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      const peaks = await Promise.all((await processesBelow(process.pid)).map((pid) => peakBytes(pid).catch(() => 0)))
      bytes = Math.max(bytes, ...peaks)
      await wait(20)
    }
  })()
  const result = await work.finally(() => {
    isDone = true
  })
  await watching
  return { result, bytes }
}

/** What an engine hears in a file, cut into chunks as a job cuts it, and how long it takes for that. */
async function transcribe(engine: ChunkEngine, file: string, folder: string) {
  const pcm = path.join(folder, 'audio.pcm')
  await decodeAudio(file, pcm)
  const chunks = await planChunks(pcm, { minSeconds: 20, maxSeconds: 28 })
  const { signal } = new AbortController()
  const beganMs = performance.now()
  const texts: string[] = []
  for (const { startMs, endMs, silent } of chunks) {
    if (silent) continue
    const chunk = { wav: await readChunk(pcm, startMs, endMs), durationMs: endMs - startMs }
    const { segments } = await engine.transcribe(chunk, { lang: 'en', signal })
    texts.push(segments.map(({ text }) => text).join(' '))
  }
  const seconds = (performance.now() - beganMs) / 1000
  return { text: texts.join(' '), seconds, soundSeconds: (chunks.at(-1)?.endMs ?? 0) / 1000 }
}

/** Those whose processes end with each chunk come first, so that no memory but an engine's own is counted. */
async function ableEngines(): Promise<ChunkEngine[]> {
  const engines: ChunkEngine[] = []
  for (const name of ['pocketsphinx', 'whisper', 'sherpa', 'moonshine'] as const) {
    const { WHISPER_MODEL: model, WHISPER_CLI_PATH: cliPath } = process.env
    const whisper = { threads: 1, ...(model ? { model } : {}), ...(cliPath ? { cliPath } : {}) }
    const config = { assemblyai: null, openai: null, sherpaModel: null, whisper, allowDraft: true }
    const choice = await chooseEngine({ ...config, engine: name })
    if (choice.engine && choice.engine.mode !== 'remoteAsync') engines.push(choice.engine)
    else if (!choice.engine) console.log(`Not measured: ${name}. ${choice.reason}`)
  }
  return engines
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-speech-'))
setEnv({ BASE_URL: 'http://localhost:3000' })
try {
  const samples = Object.entries(SAMPLES).map(([name, rest]) => ({ name, file: `public/samples/${name}`, ...rest }))
  const recordings: Recording[] = [...samples, ...(await readAloud(folder))]
  const rows: string[][] = []
  const inventions: string[][] = []
  for (const engine of await ableEngines()) {
    const label = `${engine.id} (${engine.model})`
    for (const { name, file, said, mostErrors } of recordings) {
      // The first to be asked loads the model: that is not what a minute of sound costs.
      if (file === recordings[0]?.file) await transcribe(engine, file, folder)
      const { result, bytes } = await watchMemory(transcribe(engine, file, folder))
      const errors = wordErrorRate(said, result.text)
      const pace = (result.seconds / result.soundSeconds).toFixed(3)
      rows.push([label, name, result.soundSeconds.toFixed(0), percent(errors), pace, inMib(bytes)])
      if (engine.id === 'moonshine' && errors > mostErrors) process.exitCode = 1
    }
    for (const { name, file } of speechless(folder)) {
      const { text } = await transcribe(engine, file, folder)
      inventions.push([label, name, String(text.split(/\s+/).filter(Boolean).length), text.slice(0, 60)])
    }
  }
  printTable(['engine', 'recording', 'seconds', 'word errors', 'time ÷ sound', 'memory MiB'], rows)
  printTable(['engine', '30 s of', 'words', 'what'], inventions)
} finally {
  await rm(folder, { recursive: true, force: true })
}
// Children of the engines wait for more.
process.exit()
