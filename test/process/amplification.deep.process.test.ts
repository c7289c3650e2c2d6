import { afterAll, expect, test } from 'vitest'
import { peakBytes } from '@/bench/measure/process-usage'
import { DOWNLOAD_FORMATS, isBinary } from '@/lib/captions/document-files'
import { AMPLIFIERS } from '../overload/amplifiers'
import { startAttackedService } from '../overload/attacked-service'

/** Garbage included. */
const MAX_BYTES = 900e6

const { service, attack, stop } = await startAttackedService()
afterAll(stop)

test('a transcript of ten hours is corrected, replaced, exported and published whole', async () => {
  const { api, page, hours, slugs } = attack
  const [, slug] = slugs
  const read = async (target: string) => {
    const answer = await page(target)
    expect(answer.status).toBe(200)
    return answer.text
  }
  const edits = Array.from({ length: 500 }, (_, at) => ({ index: 18 * at, segments: [{ text: `Marmot ${at}.` }] }))
  const edited = await api('PATCH', `/v1/me/transcriptions/${hours}/segments`, { edits }, { 'if-match': '*' })
  expect([edited.status, JSON.parse(edited.text)]).toMatchObject([200, { count: 500 }])
  const replaced = await api('POST', `/v1/me/transcriptions/${hours}/replace`, {
    find: 'nobody',
    replace: 'the marmot',
  })
  expect([replaced.status, JSON.parse(replaced.text)]).toMatchObject([200, { count: 8_500 }])
  for (const format of DOWNLOAD_FORMATS) {
    const text = await read(`/transcripts/${hours}/download/${format}`)
    if (!isBinary(format)) expect(text).toContain('8999 and the marmot was at home')
  }
  for (const target of [`/transcripts/${hours}`, `/t/${slug}`, `/t/${slug}/embed`, `/v1/public/${slug}`])
    expect(await read(target)).toContain('8999 and the marmot was at home then')
})

test('no operation, at its worst, fails or takes the memory of the service', async () => {
  const failed: string[] = []
  for (const [name, amplify] of Object.entries(AMPLIFIERS)) {
    await amplify(attack)
    const health = await fetch(`${service.baseUrl}/health`)
    if (health.status !== 200) failed.push(`${name}: ${health.status} ${await health.text()}`)
  }
  expect(failed).toEqual([])
  expect(await peakBytes(service.pid)).toBeLessThan(MAX_BYTES)
}, 900_000)
