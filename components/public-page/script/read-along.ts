import { showQuote } from '@/components/transcript-viewer/aids/show-quote'
import type { Line } from '@/components/transcript-viewer/line'
import { followPlayback } from '@/components/transcript-viewer/player/follow-playback'
import { type Frame, frameOf } from '@/components/transcript-viewer/player/frame-of'
import { framedRecording } from '@/components/transcript-viewer/player/framed-recording'
import { handlePlayerKey } from '@/components/transcript-viewer/player/handle-player-key'
import { elementRecording, type Recording, skip } from '@/components/transcript-viewer/player/recording'
import { resolveClick } from '@/components/transcript-viewer/text/resolve-click'
import { parseTimeRange } from '@/lib/captions/time-range'

/**
 * Keeps text and recording together. `show` gets the spoken line. Begins at the time in the page's address, and highlights the quote that it names. Returns what gives
 * the position in seconds.
 */
export function readAlong(
  text: HTMLElement,
  lines: readonly Pick<Line, 'start'>[],
  show: (activeLine: number) => void,
): () => number {
  const wanted = { current: 0 }
  const follower = followPlayback(lines, wanted, show)
  let recording: Recording | null = null
  const linked = parseTimeRange(new URLSearchParams(window.location.search).get('t') ?? undefined)
  if (linked) {
    follower.seek(linked.start, null)
    showQuote(text, lines, linked)
  }
  text.addEventListener('click', (event) => {
    const seconds = resolveClick(event, lines, true)
    if (seconds !== null) follower.seek(seconds, recording)
  })
  window.addEventListener('keydown', (event) => recording && handlePlayerKey(event, recording))
  const section = document.querySelector<HTMLElement>('[data-player]')
  const position = () => wanted.current
  if (!section) return position
  attachPlayer(section, position, (attached) => {
    recording = attached
    follower.follow(attached)
    followWords(text, attached)
  })
  return position
}

/** The address of the script that the build bundles of `aids/spoken-word.ts`. */
declare const SPOKEN_WORD_ADDRESS: string

/** Highlights the spoken word where the source has word times, which are loaded once the recording plays. */
function followWords(text: HTMLElement, recording: Recording): void {
  const address = document.querySelector<HTMLElement>('data[data-words]')?.dataset.words
  if (!address) return
  let isBegun = false
  const begin = async () => {
    const { fetchTimedLines, highlightSpokenWord }: typeof import('@/components/transcript-viewer/aids/spoken-word') =
      await import(SPOKEN_WORD_ADDRESS)
    highlightSpokenWord(text, recording, await fetchTimedLines(address, new AbortController().signal))
  }
  recording.subscribe(() => {
    if (isBegun || !recording.state().playing) return
    isBegun = true
    // Without word times the line alone is highlighted.
    begin().catch(() => undefined)
  })
}

async function showFrame(section: HTMLElement, frame: Frame, startSeconds: number): Promise<Recording | null> {
  const content = document.importNode(section.querySelector('template')?.content ?? new DocumentFragment(), true)
  const element = content.querySelector('iframe')
  const speed = content.querySelector('select')
  const [back, forward] = content.querySelectorAll('button')
  if (!element) return null
  element.src = frame.address(startSeconds, window.location.origin)
  section.replaceChildren(content)
  const recording = framedRecording(element, frame.origin, await frame.protocol())
  speed?.addEventListener('change', () => recording.setRate(Number(speed.value)))
  recording.subscribe(() => {
    if (speed) speed.value = String(recording.state().rate)
  })
  for (const [button, seconds] of [
    [back, -10],
    [forward, 10],
  ] as const) {
    button?.removeAttribute('disabled')
    button?.addEventListener('click', () => skip(recording, seconds))
  }
  return recording
}

/**
 * Calls `attach` with the recording of the page: immediately if the page plays it itself, after a click if a platform
 * does. `wantedSeconds` returns the start position.
 */
function attachPlayer(section: HTMLElement, wantedSeconds: () => number, attach: (recording: Recording) => void): void {
  const audio = section.querySelector('audio')
  if (audio) {
    const recording = elementRecording(audio)
    if (wantedSeconds() > 0) recording.seek(wantedSeconds())
    attach(recording)
    return
  }
  const { player = '', videoId = '' } = section.dataset
  const frame = frameOf(player, videoId)
  const take = async () => {
    const recording = frame && (await showFrame(section, frame, wantedSeconds()))
    if (recording) attach(recording)
  }
  section.querySelector('button')?.addEventListener('click', () => void take(), { once: true })
}
