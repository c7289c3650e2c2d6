import type { Transcript } from '../../../sdk/typescript/src/verbatim'
import { clock, spokenClock } from './clock'
import { element } from './element'
import { findCue } from './find-cue'
import { words } from './words'

type Segment = NonNullable<Transcript['segments']>[number]

export type CueList = {
  list: HTMLElement
  /** Marks the line that is said at a time, and scrolls to it if lines are followed. */
  moveTo: (seconds: number, isFollowing: boolean) => void
}

function speakerNames({ speakers = [] }: Transcript): Map<string, string> {
  return new Map(speakers.map(({ id, name }) => [id, name ?? words.unnamedSpeaker(id)]))
}

/** The children of a line: its time, and who begins to speak. */
function partsOf({ start, text, speaker }: Segment, previous: Segment | undefined, names: Map<string, string>): Node[] {
  const time = element('span', { class: 'time' })
  time.append(
    element('span', { 'aria-hidden': 'true' }, clock(start)),
    element('span', { class: 'hidden' }, `${spokenClock(start)}: `),
  )
  const said = element('span', { class: 'said' })
  if (speaker && speaker !== previous?.speaker) {
    said.append(element('span', { class: 'speaker' }, words.speaker(names.get(speaker) ?? speaker)), ' ')
  }
  said.append(text)
  return [time, said]
}

/** Which line a key moves to; null for other keys. */
function placeAfter(key: string, place: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(place + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(place - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** The lines of a transcript with their times. With `seek`, each is a button; one of them is reached by Tab, the rest by arrows. */
export function createCueList(transcript: Transcript, seek: ((seconds: number) => void) | null): CueList {
  const segments = transcript.segments ?? []
  const names = speakerNames(transcript)
  const lines = segments.map((segment, index): HTMLElement => {
    const parts = partsOf(segment, segments[index - 1], names)
    if (!seek) return element('div', { class: 'cue' }, ...parts)
    const press = () => seek(segment.start)
    return element(
      'button',
      { type: 'button', class: 'cue', tabindex: index === 0 ? '0' : '-1', click: press },
      ...parts,
    )
  })
  const list = element('ol', { class: 'cues', 'aria-label': words.cues })
  list.append(...lines.map((line) => element('li', {}, line)))
  let reachable = 0
  const makeReachable = (index: number) => {
    if (!seek) return
    lines[reachable]?.setAttribute('tabindex', '-1')
    lines[index]?.setAttribute('tabindex', '0')
    reachable = index
  }
  list.addEventListener('keydown', (event) => {
    const next = placeAfter(event.key, reachable, lines.length)
    if (next === null || !seek) return
    event.preventDefault()
    makeReachable(next)
    lines[next]?.focus()
  })
  list.addEventListener('focusin', ({ target }) => {
    const index = target instanceof HTMLElement ? lines.indexOf(target) : -1
    if (index >= 0) makeReachable(index)
  })
  let current = -1
  const moveTo = (seconds: number, isFollowing: boolean) => {
    const next = findCue(segments, seconds)
    if (next === current) return
    lines[current]?.removeAttribute('aria-current')
    current = next
    const line = lines[current]
    line?.setAttribute('aria-current', 'true')
    if (!list.contains(document.activeElement)) makeReachable(Math.max(0, current))
    if (isFollowing) line?.scrollIntoView({ block: 'center' })
  }
  return { list, moveTo }
}
