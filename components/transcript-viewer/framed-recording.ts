import type { FrameProtocol } from './frame-protocol'
import { AT_REST, type Recording } from './recording'

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
 * The recording that a platform's player plays in a frame. Messages go only to `origin`, and only its are heard. `close`
 * ends the talk with it.
 */
export function framedRecording(
  frame: HTMLIFrameElement,
  origin: string,
  protocol: FrameProtocol,
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
  // It hears nothing until its script runs, and does not say when that is.
  const greeting = setInterval(greet, HELLO_EVERY_MS)
  const hear = ({ origin: sender, source, data }: MessageEvent) => {
    if (sender !== origin || source !== frame.contentWindow) return
    const reported = protocol.read(parse(data))
    if (!reported) return
    clearInterval(greeting)
    state = { ...state, ...reported }
    for (const listener of listeners) listener()
  }
  window.addEventListener('message', hear)
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    play: () => send(protocol.play),
    pause: () => send(protocol.pause),
    seek: (seconds) => send(protocol.seek(seconds)),
    setRate: (rate) => send(protocol.setRate(rate)),
    close: () => {
      clearInterval(greeting)
      window.removeEventListener('message', hear)
    },
  }
}
