import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '@/lib/core/programs/find-program'
import { PCM_SAMPLE_RATE } from '@/lib/media/pcm-format'
import { wordsOf } from '@/lib/speech/testing/word-errors'

/** The text of synthetic voices: plain prose without numbers, so that there is one way to write it. */
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
    said: 'Did you hear that the library stays open at night now? I could not believe it when I read the notice on the door. I did. I was there last evening, and it was full of students. Most of them were writing, and nobody said a word. So what were they all working on? When I was young, people only went there to keep warm in winter. I did not dare to ask. But one man was asleep on a pile of old newspapers, right beside the window. That sounds like you, ten years ago. You could sleep through anything, even the bell. It was me. Ten minutes before they closed, somebody had to wake me up and send me home.',
    mostErrors: 0.1,
  },
} as const

/** Sounds without speech, as ffmpeg sources. */
const SPEECHLESS = {
  'digital silence': 'anullsrc',
  'pink noise': 'anoisesrc=c=pink:a=0.3:seed=1',
  'white noise that comes and goes': 'anoisesrc=c=white:a=0.4:seed=1,tremolo=f=9:d=0.9',
  'a tone': 'sine=f=220',
  'three tones that swell': 'aevalsrc=(sin(440*PI*t)+sin(554*PI*t)+sin(660*PI*t))*0.2*abs(sin(PI*t))',
  'chords over a beat':
    'aevalsrc=0.5*exp(-20*mod(t\\,0.5))*sin(120*PI*t)+0.1*(sin(440*PI*t)+sin(554*PI*t)+sin(660*PI*t))*(0.6+0.4*sin(PI*t))',
  'a harp': 'aevalsrc=0.3*exp(-3*mod(t\\,0.25))*sin(2*PI*t*220*pow(2\\,floor(mod(t*4\\,8))*3/12))',
} as const
type Background = keyof typeof SPEECHLESS

/** A word, and when it is spoken, in seconds. */
export type SpokenWord = { text: string; start: number; end: number }

/** A recording, what is said in it, and how many of its words the engine that `npm start` installs may get wrong. */
export type Recording = { name: string; file: string; said: string; words: SpokenWord[] | null; mostErrors: number }

/** A reading by several voices; `breaks` are the spans without speech, in seconds. */
export type Talk = Recording & { words: SpokenWord[]; breaks: { start: number; end: number }[] }

const RAW = ['-ac', '1', '-ar', String(PCM_SAMPLE_RATE), '-f', 's16le']

function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
}

/** The samples of what ffmpeg reads, from -1 to 1. */
function readSamples(folder: string, ...input: string[]): Float32Array {
  const file = path.join(folder, 'samples.pcm')
  ffmpeg(...input, ...RAW, file)
  const bytes = readFileSync(file)
  return Float32Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at) / 32_768)
}

function writeWav(folder: string, name: string, samples: Float32Array): string {
  const [pcm, wav] = [path.join(folder, `${name}.pcm`), path.join(folder, `${name}.wav`)]
  writeFileSync(
    pcm,
    Buffer.from(Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767).buffer),
  )
  ffmpeg('-f', 's16le', '-ar', String(PCM_SAMPLE_RATE), '-ac', '1', '-i', pcm, wav)
  return wav
}

/** A sentence's sounds by flite: the name of each, and when it ends. Pauses are named `pau`. */
function phonesOf(voice: string, text: string, ...args: string[]): { name: string; end: number }[] {
  const output = execFileSync('flite', ['-voice', voice, '-psdur', '-t', text, ...args]).toString()
  return output
    .trim()
    .split(/\s+/)
    .map((phone) => ({ name: phone.split(':')[0] ?? '', end: Number(phone.split(':')[1]) }))
}

const phoneCounts = new Map<string, number>()

function countPhones(voice: string, word: string): number {
  const key = `${voice} ${word}`
  const count = phoneCounts.get(key) ?? phonesOf(voice, word, '-o', 'none').filter(({ name }) => name !== 'pau').length
  phoneCounts.set(key, count)
  return count
}

/** A sentence as flite says it. When each word is spoken follows from how many sounds it has. */
function say(folder: string, voice: string, sentence: string): { samples: Float32Array; words: SpokenWord[] } {
  const wav = path.join(folder, 'sentence.wav')
  const phones = phonesOf(voice, sentence, '-o', wav).map(({ name, end }, at, all) => ({
    name,
    start: all[at - 1]?.end ?? 0,
    end,
  }))
  const sounds = phones.filter(({ name }) => name !== 'pau')
  let at = 0
  const words = wordsOf(sentence).map((text) => {
    const own = sounds.slice(at, at + countPhones(voice, text))
    at += own.length
    return { text, start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 }
  })
  if (at !== sounds.length) throw new Error(`flite says "${sentence}" otherwise than its words`)
  return { samples: readSamples(folder, '-i', wav), words }
}

/** The passage by one voice after the other, sentences a moment apart, with so many seconds of nothing after each voice. */
function readPassage(folder: string, voices: readonly string[], breakSeconds: number) {
  const parts: Float32Array[] = []
  const words: SpokenWord[] = []
  const breaks: { start: number; end: number }[] = []
  let now = 0
  const add = (samples: Float32Array) => {
    parts.push(samples)
    now += samples.length / PCM_SAMPLE_RATE
  }
  const pause = (seconds: number) => add(new Float32Array(Math.round(seconds * PCM_SAMPLE_RATE)))
  for (const voice of voices) {
    for (const [at, sentence] of PASSAGE.split(/(?<=\.)\s+/).entries()) {
      const spoken = say(folder, voice, sentence)
      const startedAt = now
      words.push(
        ...spoken.words.map(({ text, start, end }) => ({ text, start: start + startedAt, end: end + startedAt })),
      )
      add(spoken.samples)
      pause(0.1 + 0.1 * ((at * 7) % 5))
    }
    const start = now
    pause(breakSeconds)
    if (breakSeconds > 0) breaks.push({ start, end: now })
  }
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let filled = 0
  for (const part of parts) {
    samples.set(part, filled)
    filled += part.length
  }
  return { samples, words, breaks, said: voices.map(() => PASSAGE).join(' ') }
}

const power = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length

/** Speech with a background so many decibels below it; all of it half as loud, so that nothing is cut off. */
function mix(folder: string, speech: Float32Array, spokenShare: number, background: Background, decibels: number) {
  const noise = readSamples(folder, '-f', 'lavfi', '-i', SPEECHLESS[background], '-t', '60')
  const gain = Math.sqrt(power(speech) / spokenShare / 10 ** (decibels / 10) / power(noise))
  return speech.map((sample, at) => 0.5 * (sample + gain * (noise[at % noise.length] ?? 0)))
}

const VOICES = ['slt', 'rms', 'awb', 'kal16']

/** Four voices one after the other with breaks of nine seconds, so many times, over several backgrounds. None without flite. */
export async function makeTalks(folder: string, times: number): Promise<Talk[]> {
  if (!(await findProgram('flite'))) return []
  const { samples, words, breaks, said } = readPassage(folder, Array.from({ length: times }, () => VOICES).flat(), 9)
  const spokenShare = words.reduce((sum, { start, end }) => sum + end - start, 0) / (samples.length / PCM_SAMPLE_RATE)
  const known = { said, words, breaks, mostErrors: Number.POSITIVE_INFINITY }
  const backgrounds = [
    ['pink noise', 10],
    ['pink noise', 5],
    ['chords over a beat', 10],
    ['chords over a beat', 5],
    ['a harp', 5],
    ['three tones that swell', 5],
  ] as const
  return [
    { name: 'nothing behind it', file: writeWav(folder, 'talk', samples), ...known },
    ...backgrounds.map(([background, decibels], at) => ({
      name: `${background}, ${decibels} dB below`,
      file: writeWav(folder, `talk-${at}`, mix(folder, samples, spokenShare, background, decibels)),
      ...known,
    })),
  ]
}

/** The samples of the home page, and the passage by the voices that this machine has. */
export async function makeRecordings(folder: string): Promise<Recording[]> {
  const recordings: Recording[] = Object.entries(SAMPLES).map(([name, { said, mostErrors }]) => ({
    name,
    file: `public/samples/${name}`,
    said,
    words: null,
    mostErrors,
  }))
  const synthetic = { said: PASSAGE, mostErrors: Number.POSITIVE_INFINITY }
  if (await findProgram('flite')) {
    for (const voice of ['slt', 'rms']) {
      const { samples, words } = readPassage(folder, [voice], 0)
      recordings.push({ ...synthetic, name: `flite, ${voice}`, file: writeWav(folder, voice, samples), words })
      if (voice !== 'slt') continue
      const noisy = writeWav(folder, 'noisy', mix(folder, samples, 1, 'pink noise', 10))
      recordings.push({ ...synthetic, name: 'flite, slt, pink noise 10 dB below', file: noisy, words })
    }
  }
  if (await findProgram('espeak-ng')) {
    for (const wordsPerMinute of ['120', '160', '200']) {
      const file = path.join(folder, `espeak-${wordsPerMinute}.wav`)
      execFileSync('espeak-ng', ['-s', wordsPerMinute, '-w', file, PASSAGE.replaceAll('\n', ' ')])
      recordings.push({ ...synthetic, name: `espeak-ng, ${wordsPerMinute} a minute`, file, words: null })
    }
  }
  return recordings
}

/** Writes 30 seconds of each sound without speech. */
export function makeSpeechless(folder: string): { name: string; file: string }[] {
  return Object.entries(SPEECHLESS).map(([name, generator], at) => {
    const file = path.join(folder, `speechless-${at}.wav`)
    ffmpeg('-f', 'lavfi', '-i', generator, '-t', '30', '-ar', String(PCM_SAMPLE_RATE), '-ac', '1', file)
    return { name, file }
  })
}
