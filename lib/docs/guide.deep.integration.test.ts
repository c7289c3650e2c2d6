import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { beginSession } from '@/lib/accounts/sessions/begin-session'
import { db } from '@/lib/core/db/db'
import { publishedSchema } from '@/lib/publishing/contract'
import { signResponseSchema } from '@/lib/uploads/contract'
import { hasPythonRequests, runExample } from '@/test/docs/run-example'
import { useDocumentedService } from '@/test/docs/use-documented-service'
import { ended, newUser, upload } from '@/test/service'
import { silence } from '@/test/silence'
import { isReference, SLUGS } from './contents'
import { readPage } from './read-page'

const { service, folder } = await useDocumentedService()
const { apiKey } = await newUser()
const canRunPython = await hasPythonRequests()
const outcome = (language: string) =>
  language === 'python' && !canRunPython ? 'is not tried: there is no Python with requests' : 'works as it stands'

const pages = await Promise.all(SLUGS.filter((slug) => !isReference(slug)).map((slug) => readPage(slug)))
const examples = pages.flatMap((page) =>
  (page?.sections ?? []).flatMap(({ id, examples: groups }) =>
    groups.flat().flatMap((example) => (example.run ? [{ ...example, place: `/docs/${page?.slug}#${id}` }] : [])),
  ),
)

let variables: Record<string, string> = {}

/** The things in the examples that a reader has by then: a job that has ended, a file that is here, a place for another. */
beforeAll(async () => {
  const sound = await upload(service, apiKey, 'quiet.wav', new Uint8Array(silence(1)))
  const started = await service.call('POST', '/v1/transcript', { key: apiKey, body: { upload: sound } })
  const { job_id } = started.body as { job_id: string }
  await ended(service, apiKey, job_id)
  const signed = await service.call('POST', '/v1/uploads/sign', {
    key: apiKey,
    body: { filename: 'talk.mp4', content_type: 'video/mp4' },
  })
  const { upload_url } = signed.body as { upload_url: string }
  const clip = await upload(service, apiKey, 'talk.mp4', await readFile('public/samples/captioned.mp4'))
  const transcript = { JOB_ID: job_id, TRANSCRIPT_ID: job_id }
  variables = { VERBATIM_API_KEY: apiKey, ...transcript, UPLOAD_URL: upload_url, OBJECT_PATH: clip }
})

for (const { place, language, label, code } of examples) {
  test.skipIf(language === 'python' && !canRunPython)(`${place}: ${label} ${outcome(language)}`, async () => {
    const { code: exitCode, output } = await runExample(language, code, { folder, variables })
    expect([exitCode, output]).toEqual([0, expect.not.stringMatching(/undefined|Error/)])
  })
}

const REAL_VALUES: Readonly<Record<string, string>> = {
  'https://feeds.example.com/show.xml': 'https://conversation.example/feed.xml',
  'https://www.youtube.com/playlist?list=PL46F0A159EC02DF82': 'https://conversation.example/feed.xml',
  'https://example.com/talk.mp3': 'https://conversation.example/e3.mp3',
  'en-x-human1': 'en-x-auto1',
}

const calls = pages.flatMap((page) =>
  (page?.sections ?? []).flatMap(({ id, examples: groups }) =>
    groups.flat().flatMap((example) => {
      const isCall = !example.run && example.language === 'sh' && example.code.includes('curl ')
      return isCall ? [{ ...example, place: `/docs/${page?.slug}#${id}` }] : []
    }),
  ),
)

/** An account that has what the code names: what it takes away, changes or asks a stranger for. */
async function ownAccount(code: string) {
  const user = await newUser('ultra')
  const key = user.apiKey
  const post = async <T extends object>(address: string, body?: unknown) =>
    (await service.call('POST', address, { key, body })).body as T
  const clip = async () => upload(service, key, 'talk.mp4', await readFile('public/samples/captioned.mp4'))
  const transcript = async () => post<{ id: string; url: string }>('/v1/transcript', { upload: await clip() })
  const webhook = () => post<{ id: string }>('/v1/me/webhooks', { url: 'https://example.com/hooks' })
  /** Makes the value of a name in the examples, with those that it needs. */
  const makers: [name: string, make: () => Promise<Record<string, string>>][] = [
    [
      'SLUG',
      async () => {
        const { id } = await transcript()
        const { slug } = await post<{ slug: string }>(`/v1/me/transcriptions/${id}/publish`)
        return { SLUG: slug, TRANSCRIPT_ID: id }
      },
    ],
    ['SOURCE_URL', async () => ({ SOURCE_URL: (await transcript()).url })],
    ['TRANSCRIPT_ID', async () => ({ TRANSCRIPT_ID: (await transcript()).id })],
    [
      'BATCH_ID',
      async () => {
        const body = { url: 'https://conversation.example/feed.xml' }
        return { BATCH_ID: (await post<{ batch_id: string }>('/v1/import', body)).batch_id }
      },
    ],
    [
      'BATCH',
      async () => {
        const { id } = await post<{ id: string }>('/v1/batches', { items: [{ upload: await clip() }] })
        await expect.poll(async () => (await db().importBatch.findUnique({ where: { id } }))?.status).toBe('done')
        return { BATCH: id }
      },
    ],
    [
      'WATCH_ID',
      async () => {
        const body = { url: 'https://conversation.example/show.xml' }
        return { WATCH_ID: (await post<{ id: string }>('/v1/watches', body)).id }
      },
    ],
    [
      'CAPTIONS_OBJECT_PATH',
      async () => ({
        CAPTIONS_OBJECT_PATH: await upload(service, key, 'talk.srt', '1\n00:00:00,000 --> 00:00:02,000\nHello.\n'),
      }),
    ],
    ['OBJECT_PATH', async () => ({ OBJECT_PATH: await clip() })],
    [
      'DELIVERY_ID',
      async () => {
        const { id } = await webhook()
        const { id: delivery } = await post<{ id: string }>(`/v1/me/webhooks/${id}/test`)
        await db().webhookDelivery.updateMany({ where: { id: delivery }, data: { status: 'failed' } })
        return { DELIVERY_ID: delivery, WEBHOOK_ID: id }
      },
    ],
    ['WEBHOOK_ID', async () => ({ WEBHOOK_ID: (await webhook()).id })],
    [
      'DEVICE_CODE',
      async () => ({ DEVICE_CODE: (await post<{ device_code: string }>('/v1/device/code')).device_code }),
    ],
    ['SESSION_ID', async () => ({ SESSION_ID: await beginSession(user.userId, 'Firefox') })],
  ]
  const values: Record<string, string> = { VERBATIM_API_KEY: key }
  for (const [name, make] of makers)
    if (new RegExp(`\\b${name}\\b`).test(code) && !(name in values)) Object.assign(values, await make())
  return { values, real: { ...REAL_VALUES, 'you@example.com': user.email } }
}

for (const { place, label, code } of calls) {
  test(`${place}: ${label} works with real values`, async () => {
    const { values, real } = await ownAccount(code)
    const written = Object.entries(real).reduce((text, [sample, value]) => text.replaceAll(sample, value), code)
    const { code: exitCode, output } = await runExample('sh', written, { folder, variables: values })
    // German captions are not made of English ones: that is what the example shows.
    const expected = code.includes('"strict_lang": true') ? 'language_unavailable' : null
    expect([exitCode, output]).toEqual([
      expected ? 22 : 0,
      expected ? expect.stringContaining(expected) : expect.any(String),
    ])
  })
}

test('every JSON of the guide is JSON, and answers have the fields of the OpenAPI document', () => {
  const documents = pages.flatMap((page) =>
    (page?.sections ?? []).flatMap(({ id, examples: groups }) =>
      groups
        .flat()
        .flatMap(({ language, label, code }) =>
          language === 'json' ? [{ place: `/docs/${page?.slug}#${id}`, label, value: JSON.parse(code) as object }] : [],
        ),
    ),
  )
  expect(documents.length).toBeGreaterThan(8)
  const answered = (slug: string, id: string) =>
    documents.find(({ place, label }) => place === `/docs/${slug}#${id}` && label.startsWith('Response'))?.value
  expect(signResponseSchema.strict().parse(answered('uploads', 'upload-a-file')).object_path).toMatch(/\/talk\.mp4$/)
  expect(publishedSchema.strict().safeParse(answered('publishing', 'publish')).error).toBeUndefined()
})

test('there are examples in every language', () => {
  const count = (language: string) => examples.filter((example) => example.language === language).length
  expect(Math.min(count('sh'), count('ts'), count('python'))).toBeGreaterThan(5)
})
