import { expect, test } from 'vitest'
import { useServedApi } from '@/test/openai/use-served-api'
import { largeSubtitles } from '@/test/overload/large-subtitles'
import { newUser } from '@/test/service'

const { baseUrl } = await useServedApi()
const file = new File([new Uint8Array(largeSubtitles(3_000_000))], 'large.srt')
const lines = [...(await file.text()).matchAll(/^line \d+ .*$/gm)].map(([line]) => line)

test('a text that is too large for memory is sent whole in every format', async () => {
  const { apiKey } = await newUser('ultra')
  const ask = async (fields: Record<string, string>) => {
    const form = new FormData()
    form.set('file', file)
    form.set('model', 'whisper-1')
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const headers = { authorization: `Bearer ${apiKey}` }
    const response = await fetch(`${baseUrl}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
    return response.text()
  }
  const text = lines.join(' ')
  const json = JSON.parse(await ask({}))
  expect(Object.keys(json)).toEqual(['text', 'usage'])
  expect(json.text === text).toBe(true)
  expect((await ask({ response_format: 'text' })) === `${text}\n`).toBe(true)
  const verbose = JSON.parse(await ask({ response_format: 'verbose_json' }))
  expect(verbose.segments).toHaveLength(lines.length)
  expect(verbose.segments.at(-1)).toMatchObject({ id: lines.length - 1, text: lines.at(-1) })
  const diarized = JSON.parse(await ask({ response_format: 'diarized_json' }))
  expect(diarized.segments).toHaveLength(lines.length)
  expect(diarized.segments[0]).toMatchObject({ id: 'seg_0', speaker: 'unknown' })
  for (const format of ['srt', 'vtt']) expect(await ask({ response_format: format })).toContain(lines.at(-1))
  const events = await ask({ stream: 'true' })
  const done = events.split('\n').findLast((line) => line.startsWith('data: '))
  expect(JSON.parse(done?.slice(6) ?? '{}')).toMatchObject({ type: 'transcript.text.done' })
  expect(JSON.parse(done?.slice(6) ?? '{}').text === text).toBe(true)
})
