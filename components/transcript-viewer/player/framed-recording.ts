import type { PlayerProtocol } from '@/lib/platforms/platform-facts'
import { AT_REST, type Recording, type RecordingState } from './recording'

const HELLO_EVERY_MS = 400
const HELLOS = 25

function parse(data: unknown): unknown {
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}

/**
 * The recording that a platform's player plays in a frame. Messages are sent only to `origin` and accepted only from it.
 * `close` removes the listener.
 */
export function framedRecording(
  frame: HTMLIFrameElement,
  origin: string,
  protocol: PlayerProtocol,
): Recording & { close: () => void } {
  const listeners = new Set<() => void>()
  let state = AT_REST
  let hellos = 0
  const send = (message: object) => frame.contentWindow?.postMessage(JSON.stringify(message), origin)
  const greet = () => {
    hellos += 1
    if (hellos > HELLOS) clearInterval(greeting)
    for (const message of protocol.hello) send(message)
  }
  // The player listens once its script runs, and does not say when that is.
  const greeting = setInterval(greet, HELLO_EVERY_MS)
  const receive = ({ origin: sender, source, data }: MessageEvent) => {
    if (sender !== origin || source !== frame.contentWindow) return
    const reported = protocol.read(parse(data))
    if (!reported) return
    clearInterval(greeting)
    update(reported)
  }
  const update = (news: Partial<RecordingState>) => {
    state = { ...state, ...news }
    for (const listener of listeners) listener()
  }
  window.addEventListener('message', receive)
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    play: () => send(protocol.play),
    pause: () => send(protocol.pause),
    seek: (seconds) => send(protocol.seek(seconds)),
    setRate: (rate) => {
      send(protocol.setRate(rate))
      update({ rate })
    },
    close: () => {
      clearInterval(greeting)
      window.removeEventListener('message', receive)
    },
  }
}
