import { expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import type { Job } from '@/lib/jobs/contract'
import { readingOf, runningJob } from './reading'

const MEDIA = {
  title: null,
  sourceTitle: null,
  platform: 'upload',
  url: 'u',
  playUrl: null,
  kind: 'audio',
  hasThumbnail: false,
} as const
const line = (start: number, text: string) => ({ start, end: start + 1, duration: 1, text })
const partial = (...texts: string[]) => ({
  covered_ms: 9_000,
  lang: 'fr',
  segments: texts.map((text, at) => line(at, text)),
})

const JOB: Job = {
  job_id: 'j',
  status: 'in_progress',
  stage: 'transcribing',
  progress: 0.5,
  remaining_seconds: null,
  waiting: null,
  url: 'u',
  platform: 'upload',
  video_id: 'v',
  title: 'A lecture',
  lang: 'auto',
  format: 'json',
  created_at: '2026-11-21T12:00:00Z',
  started_at: null,
  finished_at: null,
  poll_after_seconds: 2,
  transcript: null,
  error: null,
}

const PART: Transcript = {
  id: 'e',
  video_id: 'v',
  platform: 'upload',
  source: 'speech_to_text',
  engine: null,
  url: 'u',
  title: 'A lecture',
  author: null,
  thumbnail_url: null,
  published_at: null,
  lang: 'de',
  requested_lang: 'auto',
  available_langs: [],
  duration_seconds: 1,
  total_seconds: 9,
  complete: false,
  format: 'json',
  segments: [line(0, 'one')],
  warnings: [{ code: 'partial', detail: 'This is the first second of 9 s.' }],
  cached: true,
  created_at: '2026-11-21T12:00:00Z',
}

const texts = (state: Parameters<typeof readingOf>[0]) => readingOf(state, MEDIA).lines.map(({ text }) => text)

test('while a job runs, its partial segments are shown in the language transcribed', () => {
  const state = { transcript: null, job: JOB, partial: partial('one', 'two') }
  expect(readingOf(state, MEDIA)).toMatchObject({ title: 'A lecture', lang: 'fr', videoId: 'v' })
  expect(texts(state)).toEqual(['one', 'two'])
  expect(runningJob(state)).toBe(JOB)
})

test('a partial transcript stays visible until the job has transcribed more than it', () => {
  expect(texts({ transcript: PART, job: JOB, partial: partial() })).toEqual(['one'])
  expect(texts({ transcript: PART, job: JOB, partial: partial('one', 'two') })).toEqual(['one', 'two'])
})

test.each(['done', 'error'] as const)('a job that is %s has only its transcript read', (status) => {
  const ended = { ...JOB, status }
  expect(runningJob({ transcript: null, job: ended, partial: partial('one') })).toBeNull()
  expect(texts({ transcript: PART, job: ended, partial: partial('one', 'two') })).toEqual(['one'])
})
