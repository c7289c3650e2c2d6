import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { findMoonshine } from '@/lib/speech/moonshine/find-moonshine'
import { ended, newUser, upload, useService } from '@/test/service'
import type { Job, JobStarted } from '../contract'

const GERMAN =
  'Gestern sind wir mit dem Fahrrad zum Markt gefahren, weil die Straße gesperrt war. Meine Nachbarin hat drei Körbe voller Äpfel gekauft und wollte einen Kuchen backen. Am Abend saßen wir im Garten und tranken Tee.'
const ENGLISH =
  'Yesterday morning we took our bicycles to the market, because the road was closed for repairs. My neighbour bought three baskets of apples and wanted to bake a cake. In the evening we sat in the garden and drank tea.'

const service = await useService({ SPEECH_ENGINE: 'auto', SPEECH_API_URL: '' })
const folder = await mkdtemp(path.join(tmpdir(), 'languages-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** `npm test` installs it where Python's packages can be reached; elsewhere its tests are skipped, and said to be. */
const installed = await findMoonshine()

/** The speech of synthetic voices, one after another, as a WAV. */
async function spoken(...parts: [voice: string, text: string][]): Promise<Uint8Array<ArrayBuffer>> {
  const files: string[] = []
  for (const [at, [voice, text]] of parts.entries()) {
    const script = path.join(folder, `${at}.txt`)
    await writeFile(script, text)
    execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-f', script, '-w', `${script}.wav`])
    files.push(`${script}.wav`)
  }
  const output = path.join(folder, 'spoken.wav')
  const inputs = files.flatMap((file) => ['-i', file])
  const filter = `concat=n=${files.length}:v=0:a=1`
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', filter, '-ar', '16000', output])
  return new Uint8Array(await readFile(output))
}

async function transcribe(sound: Uint8Array<ArrayBuffer>, lang?: string): Promise<{ job: Job; userId: string }> {
  const { apiKey: key, userId } = await newUser()
  const object_path = await upload(service, key, 'spoken.wav', sound)
  const body = { upload: object_path, ...(lang ? { lang } : {}) }
  const answer = await service.call('POST', '/v1/transcript', { key, body })
  expect(answer.status).toBe(202)
  return { job: await ended(service, key, (answer.body as JobStarted).job_id), userId }
}

describe.skipIf(!installed)('an engine that knows only English', () => {
  const REFUSED = {
    status: 'error',
    error: {
      code: 'language_not_supported',
      status: 422,
      retryable: false,
      retry_after: null,
      context: { lang: null, supported_langs: ['en'] },
    },
  }

  test.each([
    ['no language', undefined],
    ['English', 'en'],
  ])(
    'never takes German for English without saying so, nor charges it, where the request names %s',
    async (_, lang) => {
      const { job, userId } = await transcribe(await spoken(['de', GERMAN]), lang)
      expect(job).toMatchObject(REFUSED)
      const usage = await db().usagePeriod.findFirst({ where: { userId } })
      expect({ used: usage?.usedSeconds, reserved: usage?.reservedSeconds }).toEqual({ used: 0, reserved: 0 })
      expect(await db().transcript.count({ where: { media: { ownerId: userId } } })).toBe(0)
    },
  )

  test('marks the parts of an English recording that are in another language', async () => {
    const { job } = await transcribe(
      await spoken(['en-us', `${ENGLISH} ${ENGLISH}`], ['de', GERMAN], ['en-us', `${ENGLISH} ${ENGLISH}`]),
    )
    expect(job.transcript).toMatchObject({ lang: 'en', complete: true })
    const [warning, ...others] = job.transcript?.warnings ?? []
    expect(others).toEqual([])
    expect(warning?.code).toBe('language_uncertain')
    expect(warning?.detail).toMatch(/may not be English: 0:[1-4]\d–/)
  })

  test('cannot verify the language of one short sentence', async () => {
    const { job } = await transcribe(await spoken(['de', 'Guten Morgen zusammen.']))
    expect(job.transcript?.warnings.map(({ code }) => code)).toEqual(['language_unverified'])
  })
})

describe('a language that the engine does not know is refused before anything is made', () => {
  test.each([
    ['ja', false],
    ['de', true],
  ])('%s, with the models for it: %s', async (lang, hasModel) => {
    const { apiKey: key, userId } = await newUser()
    const sound = await spoken(['en-us', 'Good morning.'])
    const object_path = await upload(service, key, 'spoken.wav', sound)
    const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path, lang } })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('retry-after')).toBeNull()
    expect(answer.body).toMatchObject({
      detail: [{ type: 'language_not_supported', ctx: { lang, supported_langs: ['en'] } }],
    })
    expect(answer.text.includes('parakeet')).toBe(hasModel)

    const form = new FormData()
    form.set('file', new File([sound], 'spoken.wav'))
    form.set('model', 'whisper-1')
    form.set('language', lang)
    const openAi = await service.call('POST', '/v1/audio/transcriptions', { key, raw: form })
    expect(openAi.status).toBe(400)
    expect([openAi.headers.get('retry-after'), openAi.headers.get('x-should-retry')]).toEqual([null, 'false'])
    expect(openAi.body).toMatchObject({
      error: { type: 'invalid_request_error', code: 'language_not_supported', param: 'language' },
    })
    expect(openAi.text.includes('parakeet')).toBe(hasModel)
    expect(await db().jobCaller.count({ where: { userId } })).toBe(0)
  })
})

test('times of words are refused by an engine that has none, before anything is made', async () => {
  const { apiKey: key, userId } = await newUser()
  const form = new FormData()
  form.set('file', new File([await spoken(['en-us', 'Good morning.'])], 'spoken.wav'))
  form.set('model', 'whisper-1')
  form.set('response_format', 'verbose_json')
  form.set('timestamp_granularities[]', 'word')
  const answer = await service.call('POST', '/v1/audio/transcriptions', { key, raw: form })
  expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([400, 'false'])
  expect(answer.body).toMatchObject({ error: { code: 'words_unavailable', param: 'timestamp_granularities[]' } })
  expect(await db().jobCaller.count({ where: { userId } })).toBe(0)
  expect(await db().upload.count({ where: { userId } })).toBe(0)
})
