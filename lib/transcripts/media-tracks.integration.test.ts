import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import { ended, newUser, upload, useService } from '@/test/service'

const service = await useService()
const { apiKey: key, userId } = await newUser()
const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-media-tracks-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const jfk = path.resolve('test/fixtures/audio/jfk.wav')
const ask = (body: Record<string, unknown>) => service.call('POST', '/v1/transcript', { key, body })

/** Makes a file of inputs by ffmpeg and uploads it. */
async function send(name: string, ...args: string[]): Promise<string> {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, name], { cwd: folder })
  return upload(service, key, name, await readFile(path.join(folder, name)))
}

const srt = (...lines: string[]) =>
  lines.map((line, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${line}\n`).join('\n')

async function transcribed(body: Record<string, unknown>): Promise<{ job: Job; transcript: Transcript }> {
  const started: JobStarted = (await ask(body)).body
  const job = await ended(service, key, started.job_id)
  if (!job.transcript) throw new Error(`the job ended without a transcript: ${JSON.stringify(job.error)}`)
  return { job, transcript: job.transcript }
}

test.each(['mkv', 'mp4'])('a text track in %s keeps signs, arrows and what follows a blank line', async (ending) => {
  await writeFile(path.join(folder, 'signs.srt'), srt('x <3 y & z', 'left --> right', 'One speaks.\n\nTwo answers.'))
  const codec = ending === 'mkv' ? 'srt' : 'mov_text'
  const object_path = await send(`signs.${ending}`, '-i', 'signs.srt', '-c:s', codec)
  const { text } = (await ask({ upload: object_path })).body as Transcript
  expect(text?.replaceAll(/\s+/g, ' ')).toBe('x <3 y & z left --> right One speaks. Two answers.')
})

test('the dialogue is chosen before signs, and a file with signs only is transcribed from its sound', {
  tags: 'deep',
}, async () => {
  await writeFile(path.join(folder, 'sign.srt'), srt('PLATFORM TWO'))
  await writeFile(path.join(folder, 'full.srt'), srt('Where does this train go?'))
  const inputs = ['-i', jfk, '-i', 'sign.srt', '-i', 'full.srt', '-map', '0', '-map', '1']
  const titles = ['-metadata:s:s:0', 'title=Signs & Songs', '-metadata:s:s:0', 'language=eng']
  const both = await send('both.mkv', ...inputs, '-map', '2', ...titles, '-metadata:s:s:1', 'language=eng')
  expect((await ask({ upload: both })).body).toMatchObject({ source: 'captions', text: 'Where does this train go?' })
  const signs = await send('only.mkv', ...inputs, ...titles)
  expect((await transcribed({ upload: signs })).transcript).toMatchObject({ source: 'speech_to_text' })
})

const ENGLISH = ['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'language=eng']
const NAMES = ['-metadata:s:s:0', 'title=Studio', '-metadata:s:s:1', 'title=Broadcast']
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)
/** A cue of three seconds every five. */
const long = (text: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `${at + 1}\n${clock(at * 5)},000 --> ${clock(at * 5 + 3)},000\n${text}\n`,
  ).join('\n')

test.each([
  ['a track with a credit only', 2, 'Spoken words', /"Broadcast".*"Studio".*0:06 of 10:48/],
  ['a track as long as the other', 130, 'Credit words', /2 such tracks.*"Studio"/],
])(
  'among two English tracks %s gives way or not, and the transcript shows which was chosen',
  async (_, count, start, detail) => {
    await writeFile(path.join(folder, 'first.srt'), long('Credit words', count))
    await writeFile(path.join(folder, 'second.srt'), long('Spoken words', 130))
    const inputs = ['-i', 'first.srt', '-i', 'second.srt', '-map', '0', '-map', '1']
    const object_path = await send(`english${count}.mkv`, ...inputs, ...ENGLISH, ...NAMES)
    const warnings = [{ code: 'track_chosen', detail: expect.stringMatching(detail) }]
    expect((await ask({ upload: object_path })).body).toMatchObject({
      source: 'captions',
      text: expect.stringMatching(`^${start}`),
      warnings,
    })
    const url = `http://localhost:3000/v1/${object_path}`
    const listed = await service.call('GET', `/v1/languages?${new URLSearchParams({ url })}`, { key })
    expect(listed.body).toMatchObject({
      languages: [{ code: 'en' }],
      tracks: [
        { id: 'en-x-human1', code: 'en', name: 'Studio', source: 'captions' },
        { id: 'en-x-human2', code: 'en', name: 'Broadcast', source: 'captions' },
      ],
    })
  },
)

test('a track of a file is chosen by its ID, though it has next to no text, and that of a caption file by its own', async () => {
  await writeFile(path.join(folder, 'first.srt'), long('Spoken words', 130))
  await writeFile(path.join(folder, 'second.srt'), long('Credit words', 1))
  const inputs = ['-i', 'first.srt', '-i', 'second.srt', '-map', '0', '-map', '1']
  const film = await send('chosen.mkv', ...inputs, ...ENGLISH, ...NAMES)
  const second = {
    text: expect.stringMatching('^Credit words'),
    requested_lang: 'en',
    total_seconds: 648,
    warnings: [],
  }
  for (const cached of [false, true])
    expect((await ask({ upload: film, track: 'en-x-human2' })).body).toMatchObject({ ...second, cached })
  expect((await ask({ upload: film })).body).toMatchObject({ text: expect.stringMatching('^Spoken words') })
  expect(await db().usageCharge.findMany({ where: { userId, media: { title: 'chosen' } } })).toMatchObject([
    { seconds: 648 },
  ])

  const captions = await upload(service, key, 'alone.srt', Buffer.from(long('Words that were spoken in English', 4)))
  const available_tracks = ['en-x-human1']
  const refused = { code: 'language_unavailable', context: { available_tracks } }
  expect((await ask({ upload: captions, track: 'en-x-human2' })).body).toMatchObject(refused)
  expect((await ask({ upload: captions, track: 'en-x-human1' })).body).toMatchObject({ source: 'captions' })
  const sound = await upload(service, key, 'sound.wav', await readFile(jfk))
  const none = { code: 'language_unavailable', context: { available_tracks: [] } }
  expect((await ask({ upload: sound, track: 'en-x-human1' })).body).toMatchObject(none)
})

const SILENCE = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono:d=11']

/** The speech alone. */
const alone = await transcribed({ upload: await upload(service, key, 'alone.wav', await readFile(jfk)) })

test.each([
  ['silent-first.mkv', [...SILENCE, '-i', jfk, '-map', '0', '-map', '1', '-c:a', 'pcm_s16le']],
  ['opposite.wav', ['-i', jfk, '-af', 'pan=stereo|c0=c0|c1=-1*c0']],
])('the words of %s are found', { tags: 'deep' }, async (name, args) => {
  const { transcript } = await transcribed({ upload: await send(name, ...args) })
  expect(transcript.text).toBe(alone.transcript.text)
  expect(transcript.warnings.map(({ code }) => code)).not.toContain('no_speech')
})

test('the one of two audio tracks in the requested language is transcribed, and its language is stored', async () => {
  const tracks = [...SILENCE, '-i', jfk, '-map', '0', '-map', '1']
  const langs = ['-metadata:s:a:0', 'language=ger', '-metadata:s:a:1', 'language=eng']
  // The words show which sound was taken.
  const noise = ['-filter:a:0', 'aeval=0.1*random(0)']
  const object_path = await send('film.mka', ...tracks, ...langs, ...noise, '-c:a', 'pcm_s16le')
  const { job, transcript } = await transcribed({ upload: object_path, lang: 'en' })
  expect(transcript.text).toBe(alone.transcript.text)
  const stored = await db().job.findUniqueOrThrow({ where: { id: job.job_id } })
  expect(stored).toMatchObject({ audioLang: 'en', audioChosen: true, statedMs: null })
})

test('a file that is cut off is incomplete, with both lengths, and neither made nor charged again', async () => {
  const wav = await readFile(jfk)
  const object_path = await upload(service, key, 'cut.wav', wav.subarray(0, 44 + 6 * 32_000))
  const { transcript } = await transcribed({ upload: object_path })
  const expected = { complete: false, total_seconds: 11, duration_seconds: expect.toSatisfy((one) => one <= 6) }
  const warning = { code: 'media_truncated', detail: expect.stringMatching(/0:11.*0:0[56]/) }
  expect(transcript).toMatchObject({
    ...expected,
    warnings: expect.arrayContaining([expect.objectContaining(warning)]),
  })
  expect(transcript.warnings.map(({ code }) => code)).not.toContain('partial')

  const [jobs, charges] = [await db().job.count(), await db().usageCharge.count({ where: { userId } })]
  for (const lang of [undefined, 'en', 'auto']) {
    const again = await ask({ upload: object_path, ...(lang && { lang }) })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ ...expected, cached: true })
  }
  expect(await db().job.count()).toBe(jobs)
  expect(await db().usageCharge.count({ where: { userId } })).toBe(charges)
})
