import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { printBusyProcessors, printTable } from '@/bench/measure/print-table'
import { inMib, peakBytes, processesBelow } from '@/bench/measure/process-usage'
import { measureLanguages } from '@/bench/speech/measure-languages'
import { measureSpeakers } from '@/bench/speech/measure-speakers'
import { serveText } from '@/bench/speech/serve-text'
import { CUTTINGS, countCutWords, type Plan, planRecording, transcribedBreakSeconds } from '@/bench/speech/speech-cuts'
import { makeRecordings, makeSpeechless, makeTalks, type SpokenWord, type Talk } from '@/bench/speech/speech-recordings'
import type { Segment } from '@/lib/captions/cue'
import { setEnv } from '@/lib/core/env'
import { joinChunks } from '@/lib/jobs/chunks/join-chunks'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { chooseEngines } from '@/lib/speech/choose-engine'
import type { ChunkEngine } from '@/lib/speech/engine'
import { createModelEngine } from '@/lib/speech/models/create-model-engine'
import { withoutLoops } from '@/lib/speech/segments/find-loops'
import { matchWords, wordErrorRate, wordsOf } from '@/lib/speech/testing/word-errors'
import { WHISPER } from '@/lib/speech/whisper/whisper-library'
import { realWhisper } from '@/test/speech/whisper-tiny-en'

/** The talk that engines are given: cutting by loudness does worst on it. */
const TALKS_FOR_ENGINES = /^chords over a beat, 5/

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const missed: string[] = []

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

/** Transcribes a recording by an engine, as a job does, and measures the time. */
async function transcribe(
  engine: ChunkEngine,
  { pcm, chunks }: Plan,
): Promise<{ segments: Segment[]; seconds: number }> {
  const { signal } = new AbortController()
  const beganMs = performance.now()
  const transcribed = []
  for (const { startMs, endMs, silent, overlapMs } of chunks) {
    if (silent) continue
    const chunk = { wav: await readChunk(pcm, startMs, endMs), durationMs: endMs - startMs }
    const { segments } = await engine.transcribe(chunk, { lang: 'en', signal })
    const shift = <T extends { startMs: number; endMs: number }>(part: T) => ({
      ...part,
      startMs: part.startMs + startMs,
      endMs: part.endMs + startMs,
    })
    const shifted = withoutLoops(segments).segments.map(({ words, ...segment }) => ({
      ...shift(segment),
      ...(words ? { words: words.map(shift) } : {}),
    }))
    transcribed.push({ startMs, overlapMs, segments: shifted })
  }
  return { segments: joinChunks(transcribed), seconds: (performance.now() - beganMs) / 1000 }
}

/** Transcribes a recording by an engine with each way of cutting. All run at the same time, so that times mean nothing. */
async function transcribeByCuttings(engine: ChunkEngine, file: string, folder: string) {
  const plans = []
  for (const cutting of CUTTINGS) plans.push({ cutting, plan: await planRecording(file, folder, cutting) })
  return Promise.all(
    plans.map(async ({ cutting, plan }) => ({ cutting, segments: (await transcribe(engine, plan)).segments })),
  )
}

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join(' ')

/** Words that an engine timed: of segments without words only the first of each, which starts when the segment does. */
function timedWords(segments: readonly Segment[]): { text: string; startMs: number | null }[] {
  return segments.flatMap(({ startMs, text, words }) => {
    if (words) return words.map((word) => ({ text: wordsOf(word.text).join(''), startMs: word.startMs }))
    return wordsOf(text).map((word, at) => ({ text: word, startMs: at === 0 ? startMs : null }))
  })
}

/**
 * By how much the starts of words that an engine got right are off: half of them by less, and all but a twentieth. Of an engine without
 * times of words it is the first word of each segment.
 */
function startErrors(spoken: readonly SpokenWord[] | null, segments: readonly Segment[]): string[] {
  if (!spoken) return ['–', '–']
  const timed = timedWords(segments)
  const matches = matchWords(
    spoken.map(({ text }) => text),
    timed.map(({ text }) => text),
  )
  const errors = matches
    .flatMap(([said, transcribed]) => {
      const startMs = timed[transcribed]?.startMs ?? null
      return startMs === null ? [] : [Math.abs(startMs - 1000 * (spoken[said]?.start ?? 0))]
    })
    .sort((a, b) => a - b)
  const at = (share: number) => Math.round(errors[Math.floor(share * errors.length)] ?? Number.NaN)
  const timedBy = segments.some(({ words }) => words) ? 'words' : 'segments'
  return [`${errors.length} ${timedBy}`, `${at(0.5)}, ${at(0.95)}`]
}

/** How many words an engine has for the breaks of a talk. */
function wordsInBreaks({ breaks }: Talk, segments: readonly Segment[]): number {
  const isInBreak = ({ startMs, endMs }: { startMs: number; endMs: number }) =>
    breaks.some(({ start, end }) => start < (startMs + endMs) / 2000 && (startMs + endMs) / 2000 < end)
  return segments
    .flatMap((segment) => segment.words ?? wordsOf(segment.text).map((text) => ({ ...segment, text })))
    .filter(isInBreak).length
}

/**
 * Engines whose processes end with each chunk are first, so that only an engine's own memory is counted. Of Whisper the downloaded model, else
 * the one that Python's index has; then the same words without their times, as some servers answer.
 */
async function ableEngines(wanted: readonly string[]): Promise<ChunkEngine[]> {
  const engines: ChunkEngine[] = []
  for (const name of ['pocketsphinx', 'whisper', 'sherpa', 'moonshine'] as const) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const config = { assemblyai: null, openai: null, model: null, allowDraft: true }
    const choice = (await chooseEngines({ ...config, engine: name }))('en')
    const real = name === 'whisper' && !choice.engine ? await realWhisper() : null
    if (real && 'model' in real) engines.push(createModelEngine(real.model, real.folder, WHISPER))
    else if (choice.engine && choice.engine.mode !== 'remoteAsync') engines.push(choice.engine)
    else if (!choice.engine) console.log(`Not measured: ${name}. ${choice.reason}`)
  }
  const whisper = engines.find(({ id }) => id === 'whisper')
  if (whisper) engines.push(await serveText(whisper))
  return engines
}

async function measureCuts(talks: readonly Talk[], folder: string): Promise<void> {
  const rows: string[][] = []
  const cutWords = { loudness: 0, voices: 0 }
  for (const talk of talks) {
    for (const cutting of CUTTINGS) {
      const { chunks, voiceSeconds } = await planRecording(talk.file, folder, cutting)
      const counted = countCutWords(talk, chunks)
      cutWords[cutting] += counted.cutWords
      const breaks = transcribedBreakSeconds(talk, chunks).toFixed(0)
      const pace = cutting === 'voices' ? (voiceSeconds / ((chunks.at(-1)?.endMs ?? 0) / 1000)).toFixed(4) : '–'
      const counts = [counted.cuts, counted.cutWords, counted.lost].map(String)
      rows.push([talk.name, cutting, ...counts, breaks, pace])
      if (cutting === 'voices' && counted.lost > 0) missed.push(`${counted.lost} words left out: ${talk.name}`)
    }
  }
  printTable(
    ['a talk over', 'cut by', 'cuts', 'words cut', 'words left out', 's of breaks transcribed', 'voices, time ÷ sound'],
    rows,
  )
  if (cutWords.voices > cutWords.loudness) missed.push('cutting by voices cuts more words than cutting by loudness')
}

async function measureEngine(engine: ChunkEngine, talks: readonly Talk[], folder: string) {
  const label = `${engine.id} (${engine.model})`
  const rows: string[][] = []
  const talkRows: string[][] = []
  const inventions: string[][] = []
  for (const [at, { name, file, said, words, mostErrors }] of (await makeRecordings(folder)).entries()) {
    const plan = await planRecording(file, folder)
    // The first to be asked loads the model: that is not what a minute of sound costs.
    if (at === 0) await transcribe(engine, plan)
    const { result, bytes } = await watchMemory(transcribe(engine, plan))
    const errors = wordErrorRate(said, textOf(result.segments))
    const seconds = (plan.chunks.at(-1)?.endMs ?? 0) / 1000
    const pace = (result.seconds / seconds).toFixed(3)
    const off = startErrors(words, result.segments)
    rows.push([label, name, seconds.toFixed(0), percent(errors), ...off, pace, inMib(bytes)])
    if (engine.id === 'moonshine' && errors > mostErrors)
      missed.push(`${label}: ${percent(errors)} word errors in ${name}`)
  }
  for (const talk of talks) {
    for (const { cutting, segments } of await transcribeByCuttings(engine, talk.file, folder)) {
      const errors = percent(wordErrorRate(talk.said, textOf(segments)))
      talkRows.push([label, talk.name, cutting, errors, String(wordsInBreaks(talk, segments))])
    }
  }
  for (const { name, file } of makeSpeechless(folder)) {
    const invented: string[] = []
    for (const { cutting, segments } of await transcribeByCuttings(engine, file, folder)) {
      const words = wordsOf(textOf(segments))
      invented.push(String(words.length))
      if (cutting === 'voices' && words.length > 0) missed.push(`${label}: words in ${name}: ${words.join(' ')}`)
    }
    inventions.push([label, name, ...invented])
  }
  return { rows, talkRows, inventions }
}

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-speech-'))
setEnv({ BASE_URL: 'http://localhost:3000' })
try {
  await printBusyProcessors()
  await measureCuts(await makeTalks(folder, 3), folder)
  const talks = (await makeTalks(folder, 1)).filter(({ name }) => TALKS_FOR_ENGINES.test(name))
  const measured: Awaited<ReturnType<typeof measureEngine>>[] = []
  const engines = await ableEngines(process.argv.slice(2))
  for (const engine of engines) measured.push(await measureEngine(engine, talks, folder))
  const all = (of: 'rows' | 'talkRows' | 'inventions') => measured.flatMap((engine) => engine[of])
  printTable(
    ['engine', 'recording', 'seconds', 'word errors', 'starts of', 'off by ms, p50, p95', 'time ÷ sound', 'memory MiB'],
    all('rows'),
  )
  printTable(['engine', 'a talk over', 'cut by', 'word errors', 'words in breaks'], all('talkRows'))
  printTable(['engine', '30 s of', 'words, cut by loudness', 'words, cut by voices'], all('inventions'))
  const speakers = await measureSpeakers(folder)
  missed.push(...speakers.missed)
  printTable(
    ['a conversation of', 'seconds', 'turns', 'speakers found', 'diarization errors', 'time ÷ sound'],
    speakers.rows,
  )
  const moonshine = engines.find(({ id }) => id === 'moonshine')
  if (moonshine) {
    const languages = await measureLanguages(moonshine, folder)
    missed.push(...languages.missed)
    printTable(['speech', 'voice', 'mean log-probability', 'compression', 'verdict'], languages.rows)
  }
  for (const what of missed) console.log(`Missed: ${what}`)
  if (missed.length > 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
// Children of the engines wait for more.
process.exit()
