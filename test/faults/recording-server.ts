import { createHash } from 'node:crypto'
import type http from 'node:http'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'

export type RecordingServer = {
  url: string
  /** The request times of each sound, in Unix ms, by the mark in its text. */
  asked: Map<string, number[]>
  /** Holds every request from now on. */
  hold: () => void
  /** The number of held requests, without those of dead processes. */
  waiting: () => number
  /** Answers the held requests, and from now on every request after `answerAfterMs`. */
  release: (answerAfterMs?: number) => void
  close: () => Promise<void>
}

const ANSWER_AFTER_MS = 40

async function markOf(request: http.IncomingMessage): Promise<string> {
  const init = { method: 'POST', headers: { 'content-type': request.headers['content-type'] ?? '' }, duplex: 'half' }
  const form = await new Request('http://speech.test', { ...init, body: request } as unknown as RequestInit).formData()
  const sound = new Uint8Array(await (form.get('file') as File).arrayBuffer())
  return createHash('sha256').update(sound).digest('hex').slice(0, 12)
}

/**
 * A loopback server of OpenAI's transcription call (verbose_json) that answers every sound with its own mark as the words,
 * a moment later, and writes down when it was asked.
 */
export async function startRecordingServer(): Promise<RecordingServer> {
  const asked = new Map<string, number[]>()
  const held = new Set<() => void>()
  let answerAfterMs = ANSWER_AFTER_MS
  const { url, stop } = await listenOnLoopback(async (request, response) => {
    try {
      const mark = await markOf(request)
      asked.set(mark, [...(asked.get(mark) ?? []), Date.now()])
      const text = `heard ${mark}`
      const segments = [{ id: 0, start: 0, end: 1, text }]
      const answer = () => {
        held.delete(answer)
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ task: 'transcribe', language: 'english', duration: 1, text, segments }))
      }
      if (Number.isFinite(answerAfterMs)) return void setTimeout(answer, answerAfterMs)
      held.add(answer)
      response.once('close', () => held.delete(answer))
    } catch {
      // The process that asked was killed in the middle of its question.
      response.destroy()
    }
  })
  return {
    url,
    asked,
    hold: () => {
      answerAfterMs = Number.POSITIVE_INFINITY
    },
    waiting: () => held.size,
    release: (afterMs = ANSWER_AFTER_MS) => {
      answerAfterMs = afterMs
      for (const answer of held) answer()
    },
    close: stop,
  }
}
