import { elementRecording } from '@/components/transcript-viewer/element-recording'
import { type Frame, frameOf } from '@/components/transcript-viewer/frame-of'
import { framedRecording } from '@/components/transcript-viewer/framed-recording'
import type { Recording } from '@/components/transcript-viewer/recording'

async function showFrame(section: HTMLElement, frame: Frame, startSeconds: number): Promise<Recording | null> {
  const content = document.importNode(section.querySelector('template')?.content ?? new DocumentFragment(), true)
  const element = content.querySelector('iframe')
  const speed = content.querySelector('select')
  if (!element) return null
  element.src = frame.address(startSeconds, window.location.origin)
  section.replaceChildren(content)
  const recording = framedRecording(element, frame.origin, await frame.protocol())
  speed?.addEventListener('change', () => recording.setRate(Number(speed.value)))
  return recording
}

/**
 * Gives what plays on the page to `attach`: at once where the page plays it itself, after a click where a platform does.
 * `wantedSeconds` is where it begins.
 */
export function attachPlayer(
  section: HTMLElement,
  wantedSeconds: () => number,
  attach: (recording: Recording) => void,
): void {
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
