import http from 'node:http'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'

type Answer = { status: number; headers?: Record<string, string>; body?: string }

export type Relay = {
  url: string
  /** The requests as method and path, in order. */
  asked: string[]
  /** Answers instead of the server, as a proxy before it may; null forwards the request. */
  answerWith: (answer: (question: string) => Answer | null) => void
  close: () => Promise<void>
}

/** Starts a proxy between a command and a service that records each request. */
export async function startRelay(target: string): Promise<Relay> {
  const asked: string[] = []
  let answer: (question: string) => Answer | null = () => null
  const { url, stop } = await listenOnLoopback((request, response) => {
    const question = `${request.method} ${request.url?.split('?')[0]}`
    asked.push(question)
    const instead = answer(question)
    if (instead) return response.writeHead(instead.status, instead.headers).end(instead.body)
    const { method = 'GET', headers } = request
    const onward = http.request(new URL(request.url ?? '/', target), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  return {
    url,
    asked,
    answerWith: (given) => {
      answer = given
    },
    close: stop,
  }
}
