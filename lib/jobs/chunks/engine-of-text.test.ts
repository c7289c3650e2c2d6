import { expect, test } from 'vitest'
import { engineOfText } from './engine-of-text'

const chunk = (engineName: string | null, seconds: number, overlapMs = 0) => ({
  engineName,
  engineModel: engineName && `${engineName}-model`,
  startMs: 0,
  endMs: seconds * 1000,
  overlapMs,
  silent: engineName === null,
})

test('a text is labelled with the engine that made most of it, by time and not by chunks', async () => {
  const chunks = [
    chunk('whisper', 20),
    chunk('whisper', 20),
    chunk('sherpa', 28),
    chunk('sherpa', 28),
    chunk(null, 600),
  ]
  expect(await engineOfText(chunks, [])).toEqual({
    engine: { name: 'sherpa', model: 'sherpa-model' },
    warnings: [],
  })
})

test('a text with any draft chunk is a draft, even if another engine made most of it', async () => {
  const { engine, warnings } = await engineOfText([chunk('sherpa', 28), chunk('pocketsphinx', 20)], [])
  expect(engine?.name).toBe('sherpa')
  expect(warnings).toMatchObject([{ code: 'offline_engine', detail: expect.stringContaining('Parts of this text') }])
})

test('a text drafted as a whole says so', async () => {
  const { engine, warnings } = await engineOfText([chunk('pocketsphinx', 20)], [])
  expect(engine?.name).toBe('pocketsphinx')
  expect(warnings).toMatchObject([{ code: 'offline_engine', detail: expect.stringMatching(/^Drafted by/) }])
})

test('the part that a job went on from counts with the engine that made it', async () => {
  const before = [{ name: 'pocketsphinx', model: 'en-us', durationMs: 600_000 }]
  const { engine, warnings } = await engineOfText([chunk('sherpa', 28)], before)
  expect(engine).toEqual({ name: 'pocketsphinx', model: 'en-us' })
  expect(warnings).toMatchObject([{ code: 'offline_engine' }])
})

test('silence that nothing has transcribed has no engine', async () => {
  expect(await engineOfText([chunk(null, 60)], [])).toEqual({ engine: null, warnings: [] })
})
