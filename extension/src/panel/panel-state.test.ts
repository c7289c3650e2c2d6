import { expect, test } from 'vitest'
import { JobError, VerbatimError } from '../../../sdk/typescript/src/verbatim'
import { isPressed, pressedMessage } from '../pressed-message'
import { clock, spokenClock } from './clock'
import { findCue } from './find-cue'
import { progressOf, stageOf } from './progress-words'
import { askedRecording, stateAfter } from './state'

const SERVER = 'http://localhost:3000'
const RECORDING = { link: 'https://media.example/a.mp4', name: 'A', player: 0 }

const problem = (code: string, status: number, retryable = false) => {
  const rest = { type: 'about:blank', title: 'Title', retry_after: null, request_id: null, context: {} }
  return { ...rest, code, status, retryable, detail: `Why: ${code}.` }
}
const after = (error: unknown, hasCaptions: boolean) => stateAfter(error, RECORDING, SERVER, hasCaptions)

test('a source that refuses the server offers the captions of the page, if it may have some', () => {
  const blocked = new VerbatimError(problem('upstream_blocked', 503, true))
  const failure = { detail: 'Why: upstream_blocked.', code: 'upstream_blocked', isRetryable: true }
  expect(after(blocked, true)).toMatchObject({ kind: 'failed', failure: { ...failure, offersCaptions: true } })
  expect(after(blocked, false)).toMatchObject({ kind: 'failed', failure: { ...failure, offersCaptions: false } })
  const job = new JobError('id', problem('source_private', 403))
  expect(after(job, true)).toMatchObject({ kind: 'failed', failure: { offersCaptions: true, isRetryable: false } })
})

test.each(['allowance_exceeded', 'source_drm_protected', 'source_live', 'cancelled', 'rate_limited'])(
  'captions of the page are not offered after %s',
  (code) => {
    expect(after(new VerbatimError(problem(code, 400)), true)).toMatchObject({ failure: { offersCaptions: false } })
  },
)

test('an unreachable server is shown as offline, and rejected credentials as signed out', () => {
  expect(after(new VerbatimError(problem('service_unavailable', 0, true)), true)).toEqual({
    kind: 'offline',
    recording: RECORDING,
  })
  expect(after(new VerbatimError(problem('invalid_credentials', 401)), true)).toEqual({
    kind: 'signed-out',
    server: SERVER,
    problem: null,
    note: 'ended',
  })
  expect(after(new TypeError('a bug'), true)).toBeNull()
})

test('a press asks for the only recording of its page, and a sign-in only for the one that was asked for before', () => {
  const other = { ...RECORDING, link: 'https://media.example/b.mp4' }
  expect(askedRecording([RECORDING], 'press')).toBe(RECORDING)
  expect(askedRecording([RECORDING, other], 'press')).toBeNull()
  expect(askedRecording([], 'press')).toBeNull()
  expect(askedRecording([RECORDING], null)).toBeNull()
  expect(askedRecording([RECORDING], { link: RECORDING.link })).toBe(RECORDING)
  expect(askedRecording([other], { link: RECORDING.link })).toBeNull()
  expect(askedRecording([RECORDING], { link: null })).toBeNull()
})

test('the current line is the last that has begun', () => {
  const segments = [1, 4, 4, 9].map((start) => ({ start, end: start + 2 }))
  expect([0, 1, 3.5, 4, 8.99, 9, 100].map((seconds) => findCue(segments, seconds))).toEqual([-1, 0, 0, 2, 2, 3, 3])
  expect(findCue([], 5)).toBe(-1)
})

test('times are shown and said', () => {
  expect([0, 5.9, 75, 3723].map(clock)).toEqual(['0:00', '0:05', '1:15', '1:02:03'])
  expect([0, 1, 60, 3723, 7200].map(spokenClock)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute',
    '1 hour 2 minutes 3 seconds',
    '2 hours',
  ])
})

test('a job is shown with its stage, share and minutes', () => {
  expect(stageOf({ status: 'queued', stage: null, waiting: null })).toBe('Queued')
  expect(stageOf({ status: 'in_progress', stage: null, waiting: null })).toBe('Starting')
  expect(stageOf({ status: 'in_progress', stage: 'transcribing', waiting: null })).toBe('Transcribing')
  const waiting = {
    code: 'transcriber_unavailable',
    detail: 'The speech server is busy.',
    until: '2026-11-25T18:00:00Z',
  }
  expect(stageOf({ status: 'in_progress', stage: 'transcribing', waiting })).toBe(
    'The speech server is busy. The server tries again.',
  )
  expect(progressOf({ progress: 0.126, remaining_seconds: null })).toBe('12%')
  expect(progressOf({ progress: 0.5, remaining_seconds: 30 })).toBe('50%, less than a minute left')
  expect(progressOf({ progress: 0.5, remaining_seconds: 170 })).toBe('50%, about 3 minutes left')
})

test('a press is for the panel of its tab, and no script in a page can send one', () => {
  expect(isPressed(pressedMessage(7), {}, 7)).toBe(true)
  expect(isPressed(pressedMessage(7), {}, 8)).toBe(false)
  expect(isPressed('pressed', {}, 7)).toBe(false)
  expect(isPressed(pressedMessage(7), { tab: { id: 7 } }, 7)).toBe(false)
})
