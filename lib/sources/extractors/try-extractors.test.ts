import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import { keptSoFar } from '../answers/keep-answer'
import type { Attempt } from './attempt'
import type { CaptionTrack, Extractor, SourceMedia } from './extractor'
import { failingExtractorsLast } from './extractor-failures'
import { readAnswer } from './read-answer'
import { tryExtractors } from './try-extractors'

// Answers that were not understood are kept there.
const dataDir = await mkdtemp(path.join(tmpdir(), 'try-extractors-'))
setEnv({ BASE_URL: 'http://localhost:3000', LOG_LEVEL: 'silent', VERBATIM_DATA: dataDir })
afterAll(async () => {
  await keptSoFar()
  await rm(dataDir, { recursive: true, force: true })
})

const ref: MediaRef = {
  platform: 'youtube',
  videoId: 'v',
  accessKey: '',
  url: 'https://www.youtube.com/watch?v=v',
  openUrl: 'https://www.youtube.com/watch?v=v',
  ownerId: null,
  title: null,
}
const SPOKEN = '1\n00:00:01,000 --> 00:00:02,000\nHello there\n'

function track(lang: string, text = SPOKEN, more: Partial<CaptionTrack> = {}): CaptionTrack {
  return { lang, name: null, source: 'captions', body: { kind: 'text', text }, ...more }
}

function media(tracks: CaptionTrack[], more: Partial<SourceMedia> = {}): SourceMedia {
  return {
    title: null,
    author: null,
    thumbnailUrl: null,
    publishedAt: null,
    durationMs: null,
    kind: 'video',
    spokenLang: null,
    tracks,
    audio: { kind: 'yt-dlp' },
    ...more,
  }
}

function extractor(name: string, outcome: SourceMedia | ProblemCode | (() => Promise<SourceMedia>)): Extractor {
  const probe = async () => {
    if (typeof outcome === 'string') throw new Problem(outcome)
    return typeof outcome === 'function' ? outcome() : outcome
  }
  return { name, timeoutMs: 5_000, probe }
}

async function ask(extractors: Extractor[], requested = { requestedLang: 'en', strict: false }) {
  const trace: Attempt[] = []
  const signal = new AbortController().signal
  const answer = await tryExtractors(extractors, { ref, requested, signal, trace }).catch((error: unknown) => error)
  const tried = trace.map((step) => `${step.way}: ${step.outcome}`)
  if (answer instanceof Problem) return { code: answer.code, context: answer.context, tried }
  if (answer instanceof Error) throw answer
  return { ...(answer as Awaited<ReturnType<typeof tryExtractors>>), tried }
}

test('the first extractor with captions gives the result, and no other is tried', async () => {
  const answer = await ask([
    extractor('one', 'upstream_blocked'),
    extractor('two', media([track('en')])),
    extractor('three', 'source_private'),
  ])
  expect(answer).toMatchObject({
    captions: { lang: 'en', source: 'captions', segments: [{ text: 'Hello there' }] },
    tried: ['one: upstream_blocked', 'two: ok', 'two captions: ok'],
  })
})

const NO_TEXT = '{"events":[]}'
const BLANK = '1\n00:00:01,000 --> 00:00:02,000\n \n'

test('captions that come without a byte or as a page are a refusal, never an empty transcript', async () => {
  for (const body of ['', '<html><body>Sorry</body></html>']) {
    const refused = media([track('en', body)])
    expect(await ask([extractor('one', refused), extractor('two', media([track('en')]))])).toMatchObject({
      captions: { lang: 'en' },
      tried: ['one: ok', 'one captions: upstream_blocked', 'two: ok', 'two captions: ok'],
    })
    expect(await ask([extractor('one', refused), extractor('two', media([]))])).toMatchObject({
      code: 'upstream_blocked',
    })
  }
})

test('a track without text is passed over: the next track, the next extractor, then speech', async () => {
  for (const body of [NO_TEXT, BLANK, 'WEBVTT\n\n', '<transcript/>']) {
    const empty = track('en', body)
    const automatic = track('en', SPOKEN, { source: 'auto_captions', original: true })
    expect(await ask([extractor('one', media([empty, automatic]))])).toMatchObject({
      captions: { source: 'auto_captions', lang: 'en' },
      media: { tracks: [{ source: 'auto_captions' }] },
      tried: ['one: ok', 'one captions: empty', 'one captions: ok'],
    })
    expect(await ask([extractor('one', media([empty])), extractor('two', media([track('en')]))])).toMatchObject({
      captions: { source: 'captions' },
    })
    expect(await ask([extractor('one', media([empty, track('en', body)]))])).toMatchObject({
      captions: null,
      media: { tracks: [] },
      tried: ['one: ok', 'one captions: empty', 'one captions: empty'],
    })
  }
})

test('an empty automatic track still shows the language spoken, so another language does not replace it', async () => {
  const empty = track('en', NO_TEXT, { source: 'auto_captions', original: true })
  expect(await ask([extractor('one', media([empty, track('fr')]))])).toMatchObject({
    captions: null,
    media: { spokenLang: 'en', tracks: [{ lang: 'fr' }] },
  })
  const strict = { requestedLang: 'de', strict: true }
  expect(
    await ask([extractor('one', media([track('de', NO_TEXT), track('fr')], { spokenLang: 'fr' }))], strict),
  ).toEqual(expect.objectContaining({ code: 'language_unavailable', context: { available_langs: ['fr'] } }))
})

test('a track that is refused is replaced by another of its language, and never by one of another language', async () => {
  const refused = track('en', '')
  const second = track('en-GB')
  expect(await ask([extractor('one', media([refused, second]))])).toMatchObject({ captions: { lang: 'en-GB' } })
  expect(await ask([extractor('one', media([refused, track('fr')]))])).toMatchObject({ code: 'upstream_blocked' })
})

test('automatic captions replace refused human ones only when no extractor can load these', async () => {
  const automatic = track('en', SPOKEN, { source: 'auto_captions' })
  const one = extractor('one', media([track('en', ''), automatic]))
  expect(await ask([one, extractor('two', media([track('en')]))])).toMatchObject({ captions: { source: 'captions' } })
  expect(await ask([one, extractor('two', 'upstream_timeout')])).toMatchObject({
    captions: { source: 'auto_captions' },
  })
})

test('two extractors that find no captions are believed; one of several is not', async () => {
  const silent = media([])
  const twice = await ask([extractor('one', silent), extractor('two', silent), extractor('three', 'upstream_timeout')])
  expect(twice).toMatchObject({ captions: null, tried: ['one: ok', 'two: ok'] })
  const found = await ask([extractor('one', silent), extractor('two', media([track('en')]))])
  expect(found).toMatchObject({ captions: { lang: 'en' } })
  expect(await ask([extractor('one', silent), extractor('two', 'upstream_blocked')])).toMatchObject({ captions: null })
})

test('a final problem stops the attempts; one that may be the extractor’s fault does not', async () => {
  for (const code of ['source_private', 'source_members_only', 'source_live', 'source_not_started'] as const) {
    expect(await ask([extractor('one', code), extractor('two', media([track('en')]))])).toMatchObject({
      code,
      tried: [`one: ${code}`],
    })
  }
  for (const code of ['source_age_restricted', 'source_geo_blocked', 'upstream_changed', 'upstream_timeout'] as const) {
    expect(await ask([extractor('one', code), extractor('two', media([track('en')]))])).toMatchObject({
      captions: { lang: 'en' },
    })
  }
})

test('"not found" counts when two extractors say so, or the only one', async () => {
  const missing = extractor('one', 'source_not_found')
  expect(await ask([missing, missing, extractor('three', 'upstream_timeout')])).toMatchObject({
    code: 'source_not_found',
    tried: ['one: source_not_found', 'one: source_not_found'],
  })
  expect(await ask([missing])).toMatchObject({ code: 'source_not_found' })
  expect(await ask([missing, extractor('two', 'upstream_blocked')])).toMatchObject({ code: 'upstream_blocked' })
})

test('the most specific of all problems is reported', async () => {
  const all: ProblemCode[] = ['upstream_timeout', 'upstream_blocked', 'source_age_restricted', 'upstream_changed']
  expect(await ask(all.map((code) => extractor(code, code)))).toMatchObject({ code: 'source_age_restricted' })
  expect(await ask([extractor('a', 'upstream_timeout'), extractor('b', 'upstream_changed')])).toMatchObject({
    code: 'upstream_changed',
  })
})

test("a response that can't be parsed does not stop the other extractors", async () => {
  const broken = extractor('one', async () => readAnswer(() => JSON.parse('{')))
  expect(await ask([broken, extractor('two', media([track('en')]))])).toMatchObject({
    captions: { lang: 'en' },
    tried: ['one: upstream_changed', 'two: ok', 'two captions: ok'],
  })
})

test.each([
  ['a defect', new TypeError('x is undefined')],
  ['the database', Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })],
  ['the disk', Object.assign(new Error('write'), { code: 'ENOSPC' })],
  ['a lack of room', new Problem('service_unavailable')],
])('a fault of this service is thrown as it is, and is no attempt at the source: %s', async (_, fault) => {
  const trace: Attempt[] = []
  const broken = extractor('faulty', () => Promise.reject(fault))
  const request = {
    ref,
    requested: { requestedLang: 'en', strict: false },
    signal: new AbortController().signal,
    trace,
  }
  for (let times = 0; times < 4; times++) await expect(tryExtractors([broken], request)).rejects.toBe(fault)
  expect(trace).toEqual([])
  expect(failingExtractorsLast([broken, extractor('other', media([]))], 'youtube').map(({ name }) => name)).toEqual([
    'faulty',
    'other',
  ])
})

test('an extractor that exceeds its time is abandoned', async () => {
  const hanging: Extractor = { name: 'one', timeoutMs: 20, probe: () => new Promise(() => undefined) }
  expect(await ask([hanging, extractor('two', media([track('en')]))])).toMatchObject({
    captions: { lang: 'en' },
    tried: ['one: upstream_timeout', 'two: ok', 'two captions: ok'],
  })
})

test('machine translations are never used', async () => {
  const translated = track('en', SPOKEN, { machineTranslated: true, source: 'auto_captions' })
  const german = track('de', SPOKEN, { source: 'auto_captions', original: true })
  expect(await ask([extractor('one', media([translated, german]))])).toMatchObject({
    captions: { lang: 'de', source: 'auto_captions', original: true, availableLangs: ['de'] },
  })
})

test('in the language spoken but without captions in it, speech is the answer', async () => {
  const answer = await ask([extractor('one', media([track('fr')], { spokenLang: 'en' }))])
  expect(answer).toMatchObject({ captions: null, tried: ['one: ok'] })
})

test('with strict, captions in another language are not used', async () => {
  const strict = { requestedLang: 'es', strict: true }
  expect(await ask([extractor('one', media([track('fr'), track('de')]))], strict)).toMatchObject({
    code: 'language_unavailable',
    context: { available_langs: ['fr', 'de'] },
  })
})

test('a source with neither captions nor audio is reported as no_audio', async () => {
  expect(await ask([extractor('one', media([], { audio: null }))])).toMatchObject({ code: 'no_audio' })
})

test('an aborted caller ends the attempts with the caller’s reason', async () => {
  const leaving = new AbortController()
  const first: Extractor = {
    name: 'one',
    timeoutMs: 5_000,
    probe: () => {
      leaving.abort(new Error('gone'))
      return new Promise(() => undefined)
    },
  }
  const requested = { requestedLang: 'en', strict: false }
  const asked = tryExtractors([first, extractor('two', media([track('en')]))], {
    ref,
    requested,
    signal: leaving.signal,
    trace: [],
  })
  await expect(asked).rejects.toThrow('gone')
})

test('a fallback is tried only when the others failed through no fault of the recording', async () => {
  const fallback = (outcome: SourceMedia | ProblemCode): Extractor => ({
    ...extractor('fallback', outcome),
    isFallback: true,
  })
  for (const code of ['upstream_changed', 'upstream_blocked', 'upstream_timeout', 'source_login_required'] as const) {
    expect(await ask([extractor('one', code), fallback(media([track('en')]))])).toMatchObject({
      captions: { lang: 'en' },
      tried: [`one: ${code}`, 'fallback: ok', 'fallback captions: ok'],
    })
    expect(await ask([extractor('one', code), fallback(media([]))])).toMatchObject({ captions: null })
  }
  for (const code of ['source_not_found', 'source_geo_blocked', 'source_age_restricted'] as const) {
    expect(await ask([extractor('one', code), fallback(media([track('en')]))])).toMatchObject({
      code,
      tried: [`one: ${code}`],
    })
  }
  expect(await ask([extractor('one', media([])), fallback(media([track('en')]))])).toMatchObject({
    captions: null,
    tried: ['one: ok'],
  })
})

test('how a fallback fails is not reported; what it says about the recording is', async () => {
  const fallback = (code: ProblemCode): Extractor => ({ ...extractor('fallback', code), isFallback: true })
  expect(await ask([extractor('one', 'upstream_timeout'), fallback('upstream_changed')])).toMatchObject({
    code: 'upstream_timeout',
  })
  expect(await ask([extractor('one', 'upstream_timeout'), fallback('source_private')])).toMatchObject({
    code: 'source_private',
  })
})

test('captions that could not be loaded are looked for by the fallback, and never become "no captions"', async () => {
  const empty = extractor('one', media([track('en', '')]))
  const fallback = (outcome: SourceMedia): Extractor => ({ ...extractor('fallback', outcome), isFallback: true })
  expect(await ask([empty, fallback(media([track('en')]))])).toMatchObject({ captions: { lang: 'en' } })
  expect(await ask([empty, fallback(media([]))])).toMatchObject({ code: 'upstream_blocked' })
})
