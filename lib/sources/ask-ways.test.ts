import { expect, test } from 'vitest'
import type { MediaRef } from '@/lib/archive/media-ref'
import { setEnv } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import type { ProblemCode } from '@/lib/platform/problem-table'
import { tryExtractors } from './ask-ways'
import type { Attempt } from './attempt'
import type { CaptionTrack, Extractor, SourceMedia } from './extractor'

setEnv({ BASE_URL: 'http://localhost:3000', LOG_LEVEL: 'silent' })

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

test('the first way with captions answers, and nobody else is asked', async () => {
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

test('captions that come empty are a failure of that way, never an empty transcript', async () => {
  const empty = media([track('en', '')])
  expect(await ask([extractor('one', empty), extractor('two', media([track('en')]))])).toMatchObject({
    captions: { lang: 'en' },
    tried: ['one: ok', 'one captions: upstream_blocked', 'two: ok', 'two captions: ok'],
  })
  expect(await ask([extractor('one', empty), extractor('two', media([]))])).toMatchObject({ code: 'upstream_blocked' })
})

test('two ways that see no captions are believed; one of several is not', async () => {
  const silent = media([])
  const twice = await ask([extractor('one', silent), extractor('two', silent), extractor('three', 'upstream_timeout')])
  expect(twice).toMatchObject({ captions: null, tried: ['one: ok', 'two: ok'] })
  const found = await ask([extractor('one', silent), extractor('two', media([track('en')]))])
  expect(found).toMatchObject({ captions: { lang: 'en' } })
  expect(await ask([extractor('one', silent), extractor('two', 'upstream_blocked')])).toMatchObject({ captions: null })
})

test('what is final ends the asking; what may be the way’s own fault does not', async () => {
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

test('"not found" counts when two ways say so, or the only one', async () => {
  const missing = extractor('one', 'source_not_found')
  expect(await ask([missing, missing, extractor('three', 'upstream_timeout')])).toMatchObject({
    code: 'source_not_found',
    tried: ['one: source_not_found', 'one: source_not_found'],
  })
  expect(await ask([missing])).toMatchObject({ code: 'source_not_found' })
  expect(await ask([missing, extractor('two', 'upstream_blocked')])).toMatchObject({ code: 'upstream_blocked' })
})

test('the most telling of all problems is reported', async () => {
  const all: ProblemCode[] = ['upstream_timeout', 'upstream_blocked', 'source_age_restricted', 'upstream_changed']
  expect(await ask(all.map((code) => extractor(code, code)))).toMatchObject({ code: 'source_age_restricted' })
  expect(await ask([extractor('a', 'upstream_timeout'), extractor('b', 'upstream_changed')])).toMatchObject({
    code: 'upstream_changed',
  })
})

test('an answer that breaks our reading of it does not stop the other ways', async () => {
  const broken = extractor('one', async () => {
    throw new TypeError('x is undefined')
  })
  expect(await ask([broken, extractor('two', media([track('en')]))])).toMatchObject({
    captions: { lang: 'en' },
    tried: ['one: upstream_changed', 'two: ok', 'two captions: ok'],
  })
})

test('a way that does not answer in its time is given up', async () => {
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

test('strict, another language is no answer', async () => {
  const strict = { requestedLang: 'es', strict: true }
  expect(await ask([extractor('one', media([track('fr'), track('de')]))], strict)).toMatchObject({
    code: 'language_unavailable',
    context: { available_langs: ['fr', 'de'] },
  })
})

test('neither captions nor sound is told as such', async () => {
  expect(await ask([extractor('one', media([], { audio: null }))])).toMatchObject({ code: 'no_audio' })
})

test('the caller’s own going away ends it with the caller’s reason', async () => {
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
