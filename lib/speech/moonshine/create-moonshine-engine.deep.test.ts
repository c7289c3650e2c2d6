import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clearSingletons } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { findProgram } from '@/lib/core/programs/find-program'
import { runProgram } from '@/lib/core/programs/run-program'
import { evidenceOf, judgeChunk } from '@/lib/speech/judge-language'
import type { Recogniser } from '@/lib/speech/recognisers/recogniser'
import { wordErrorRate } from '@/lib/speech/testing/word-errors'
import { transcribeWithoutLoops } from '@/lib/speech/transcribe-without-loops'
import { createMoonshineEngine } from './create-moonshine-engine'
import { findMoonshine } from './find-moonshine'
import { type Stretch, startMoonshine } from './start-moonshine'

const signal = new AbortController().signal
const SAID = {
  'jfk.flac':
    'And so, my fellow Americans, ask not what your country can do for you; ask what you can do for your country.',
  'reading.mp3':
    'Good morning. Today we are going to talk about the history of the printing press. Before the press, every book was copied by hand, and a single copy could take many months. The new machine changed all that. Within fifty years there were millions of books in the world, and people began to read for themselves.',
}

const folder = await mkdtemp(path.join(tmpdir(), 'moonshine-engine-'))
const started: Recogniser<Stretch[]>[] = []
setEnv({ BASE_URL: '', VERBATIM_DATA: folder })
afterAll(async () => {
  for (const { kill } of started) kill()
  clearSingletons()
  await rm(folder, { recursive: true, force: true })
})

/** `npm test` installs it where Python's packages can be reached; elsewhere these tests are skipped, and said to be. */
const installed = await findMoonshine()

/** 16 kHz, mono, 16 bit, made by ffmpeg of a file or of one of its generators. */
async function wav(...input: string[]): Promise<Buffer> {
  const ffmpeg = await findProgram('ffmpeg')
  if (!ffmpeg) throw new Error('ffmpeg is missing')
  const args = ['-v', 'error', ...input, '-ar', '16000', '-ac', '1', '-f', 'wav', '-bitexact', 'pipe:1']
  const run = await runProgram(ffmpeg.path, args, { timeoutMs: 60_000, stdoutLimitBytes: 16 * 1024 ** 2 })
  return run.stdout
}

/** The length of a WAV's samples, as its header has it. */
function size(bytes: number): Buffer {
  const field = Buffer.alloc(4)
  field.writeUInt32LE(bytes)
  return field
}

const engine = () =>
  createMoonshineEngine({
    size: 1,
    start: () => {
      if (!installed) throw new Error('Moonshine is not installed')
      const recogniser = startMoonshine(installed)
      started.push(recogniser)
      return recogniser
    },
  })

describe.skipIf(!installed)('the installed engine', () => {
  test('knows English, and no other language', async () => {
    await expect(engine().capabilities()).resolves.toEqual({ ok: true, languages: ['en'] })
    const chunk = { wav: await wav('-f', 'lavfi', '-i', 'anullsrc=d=1', '-t', '1'), durationMs: 1000 }
    await expect(engine().transcribe(chunk, { lang: 'de', signal })).rejects.toMatchObject({
      code: 'language_not_supported',
      context: { lang: 'de', supported_langs: ['en'] },
    })
  })

  test.each([
    ['jfk.flac', 11_000, 0.2, null],
    // The pauses that ffmpeg's silencedetect finds below -35 dB end then, in seconds.
    ['reading.mp3', 20_405, 0.1, [0.23, 1.3, 5.59, 8.97, 11.86, 14.03, 17.52]],
  ] as const)('writes down %s with punctuation, in sentences that begin with the voice', async (...row) => {
    const [name, durationMs, mostErrors, voices] = row
    const chunk = { wav: await wav('-i', `public/samples/${name}`), durationMs }
    const { segments, lang } = await engine().transcribe(chunk, { lang: null, signal })
    expect(lang).toBe('en')
    const text = segments.map((segment) => segment.text).join(' ')
    expect(wordErrorRate(SAID[name], text)).toBeLessThanOrEqual(mostErrors)
    expect(text).toMatch(/^[A-Z].*[.!?]$/)
    for (const [at, { startMs, endMs, words }] of segments.entries()) {
      expect(words).toBeUndefined()
      expect(startMs).toBeGreaterThanOrEqual(segments[at - 1]?.endMs ?? 0)
      expect(endMs).toBeLessThanOrEqual(durationMs)
      if (!voices || at === segments.length - 1) continue
      expect(Math.min(...voices.map((voice) => Math.abs(startMs - 1000 * voice)))).toBeLessThan(200)
    }
  })

  test.each([
    ['silence', 'anullsrc=d=8'],
    ['noise', 'anoisesrc=d=8:c=pink:a=0.3'],
    ['a tone', 'sine=f=220:d=8'],
    ['tones that swell', 'aevalsrc=(sin(440*PI*t)+sin(554*PI*t)+sin(660*PI*t))*0.2*abs(sin(PI*t)):d=8'],
  ])('hears no words in %s', async (_, generator) => {
    const chunk = { wav: await wav('-f', 'lavfi', '-i', generator, '-t', '8'), durationMs: 8000 }
    await expect(engine().transcribe(chunk, { lang: null, signal })).resolves.toMatchObject({
      segments: [],
      lang: 'en',
    })
  })

  test('a chunk has the same words after any other, and a quiet recording has the words of a loud one', async () => {
    const reading = (...filters: string[]) => wav('-i', 'public/samples/reading.mp3', '-t', '9', ...filters)
    const chunks = {
      normal: await reading(),
      quiet: await reading('-af', 'volume=-40dB'),
      clipped: await reading('-af', 'volume=30dB'),
      noise: await wav('-f', 'lavfi', '-i', 'anoisesrc=d=8:c=pink:a=0.3', '-t', '8'),
    }
    const speech = engine()
    type Name = keyof typeof chunks
    const listen = (name: Name) =>
      speech
        .transcribe({ wav: chunks[name], durationMs: 9000 }, { lang: null, signal })
        .then(({ segments }) => segments)
    const heard = { normal: await listen('normal'), quiet: await listen('quiet'), clipped: await listen('clipped') }
    // Behind each is another than the first time.
    for (const name of ['noise', 'clipped', 'normal', 'noise', 'quiet'] as const)
      expect(await listen(name)).toEqual(name === 'noise' ? [] : heard[name])
    const textOf = (name: keyof typeof heard) => heard[name].map(({ text }) => text).join(' ')
    expect(wordErrorRate(textOf('normal'), textOf('quiet'))).toBeLessThanOrEqual(0.05)
  })

  test.each([
    [
      'en-us',
      'fits',
      'Yesterday morning we took our bicycles to the market, because the road was closed for repairs. My neighbour bought three baskets of apples and wanted to bake a cake.',
    ],
    [
      'de',
      'differs',
      'Gestern sind wir mit dem Fahrrad zum Markt gefahren, weil die Straße gesperrt war. Meine Nachbarin hat drei Körbe voller Äpfel gekauft und wollte einen Kuchen backen.',
    ],
    [
      'es',
      'differs',
      'Ayer por la mañana fuimos al mercado para comprar fruta fresca y un poco de pan. Mi hermano quería preparar una comida para toda la familia.',
    ],
    [
      'fr-fr',
      'differs',
      'Hier, nous sommes allés au marché à vélo, parce que la rue était fermée. Ma voisine a acheté trois paniers de pommes et voulait faire un gâteau.',
    ],
    [
      'cmn',
      'differs',
      '昨天早上我们骑自行车去市场,因为路上正在施工。我的邻居买了三篮苹果,想用它们做一个蛋糕。晚上我们坐在花园里喝茶。',
    ],
    [
      'ar',
      'differs',
      'ذهبنا صباح أمس إلى السوق بالدراجة لأن الطريق كان مغلقا بسبب أعمال البناء. اشترت جارتي ثلاث سلال من التفاح.',
    ],
  ])('a chunk in %s is judged by how sure the model is', async (voice, verdict, text) => {
    const spoken = path.join(folder, `${voice}.txt`)
    await writeFile(spoken, `${text} ${text}`)
    execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-f', spoken, '-w', `${spoken}.wav`])
    const chunk = await wav('-i', `${spoken}.wav`, '-t', '20')
    const durationMs = Math.floor((chunk.length - 44) / 32)
    const read = async (startMs: number, endMs: number) =>
      Buffer.concat([
        chunk.subarray(0, 40),
        size((endMs - startMs) * 32),
        chunk.subarray(44 + startMs * 32, 44 + endMs * 32),
      ])
    const checked = await transcribeWithoutLoops(engine(), { read, durationMs }, { lang: 'en', signal })
    expect(judgeChunk(evidenceOf(checked, ['en']))).toBe(verdict)
  })

  test('starts a new process after its process was killed', async () => {
    const chunk = { wav: await wav('-i', 'public/samples/jfk.flac', '-t', '3'), durationMs: 3_000 }
    await engine().transcribe(chunk, { lang: 'en', signal })
    const last = started.at(-1)
    last?.kill()
    await last?.ended
    await expect(engine().transcribe(chunk, { lang: 'en', signal })).resolves.toMatchObject({ lang: 'en' })
  })
})

test('where it is not installed it says what to do', async () => {
  setEnv({ MOONSHINE_FOLDER: path.join(folder, 'none') })
  await expect(createMoonshineEngine().capabilities()).resolves.toMatchObject({
    ok: false,
    reason: expect.stringContaining('"npm start" installs it'),
  })
})
