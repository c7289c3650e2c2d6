import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { hasPythonRequests, runExample } from '@/test/docs/run-example'
import { useDocumentedService } from '@/test/docs/use-documented-service'
import { ended, newUser, upload } from '@/test/service'
import { silence } from '@/test/silence'
import { SLUGS } from './contents'
import { readPage } from './read-page'

const { service, folder } = await useDocumentedService()
const { apiKey } = await newUser()
const canRunPython = await hasPythonRequests()
const outcome = (language: string) =>
  language === 'python' && !canRunPython ? 'is not tried: there is no Python with requests' : 'works as it stands'

const pages = await Promise.all(SLUGS.filter((slug) => slug !== 'api').map((slug) => readPage(slug)))
const examples = pages.flatMap((page) =>
  (page?.sections ?? []).flatMap(({ id, examples: groups }) =>
    groups.flat().flatMap((example) => (example.run ? [{ ...example, place: `/docs/${page?.slug}#${id}` }] : [])),
  ),
)

let variables: Record<string, string> = {}

/** What the examples name that a reader has by then: a job that has ended, a file that is here, a place for another. */
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

test('there are examples in every language', () => {
  const count = (language: string) => examples.filter((example) => example.language === language).length
  expect(Math.min(count('sh'), count('ts'), count('python'))).toBeGreaterThan(5)
})
