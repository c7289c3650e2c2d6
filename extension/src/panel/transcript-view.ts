import type { Transcript } from '../../../sdk/typescript/src/verbatim'
import type { Recording } from '../page/find-recordings'
import { isPlatformLink } from '../page/platform-link'
import { createCueList } from './cue-list'
import { element, outsideLink } from './element'
import type { Playback } from './open-page'
import { words } from './words'

/** Follows the page's player, if the page has one. */
export type Follow = (listener: { moved: (seconds: number) => void; ended: () => void }) => Playback

type Props = {
  transcript: Transcript
  recording: Recording
  server: string
  /** Null where the page has no player for it. */
  follow: Follow | null
  announce: (text: string) => void
}

const COPY_LABEL_MS = 2_000

function metaOf({ source, lang }: Transcript): string {
  const language = lang && new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }).of(lang)
  return [language, words.sources[source]].filter(Boolean).join(' · ')
}

/** A platform knows the title of its recording; the title of a file's page says more than the file's name. */
function titleOf({ title }: Transcript, { link, name }: Recording): string {
  return isPlatformLink(link, true) ? (title ?? name) : name
}

function textOf({ text, segments = [] }: Transcript): string {
  return text ?? segments.map((segment) => segment.text).join('\n')
}

function createToggle(pressed: boolean): {
  toggle: HTMLButtonElement
  set: (isOn: boolean) => void
  isOn: () => boolean
} {
  const toggle = element('button', { type: 'button', class: 'button', 'aria-pressed': String(pressed) }, words.follow)
  const set = (isOn: boolean) => toggle.setAttribute('aria-pressed', String(isOn))
  const isOn = () => toggle.getAttribute('aria-pressed') === 'true'
  toggle.addEventListener('click', () => set(!isOn()))
  return { toggle, set, isOn }
}

/** A button that copies a text and says for two seconds whether it did. */
function createCopyButton(text: string, announce: (text: string) => void): HTMLButtonElement {
  const copy = element('button', { type: 'button', class: 'button' }, words.copy)
  let timer: ReturnType<typeof setTimeout> | undefined
  const showOutcome = (label: string, said: string) => {
    copy.textContent = label
    announce(said)
    clearTimeout(timer)
    timer = setTimeout(() => {
      copy.textContent = words.copy
    }, COPY_LABEL_MS)
  }
  copy.addEventListener('click', () => {
    navigator.clipboard.writeText(text).then(
      () => showOutcome(words.copied, words.copied),
      () => showOutcome(words.notCopied, words.notCopiedReason),
    )
  })
  return copy
}

/** A transcript with its lines, which follow the page's player. `end` releases the player. */
export function createTranscriptView(props: Props): { nodes: Node[]; end: () => void } {
  const { transcript, recording, server, follow, announce } = props
  const left = element('p', { class: 'problem', hidden: true }, words.pageLeft)
  const { toggle, set, isOn } = createToggle(true)
  let playback: Playback | null = null
  const seek = (seconds: number) => {
    set(true)
    playback?.seek(seconds)
  }
  const { list, moveTo } = createCueList(transcript, follow && seek)
  // A user who scrolls is reading elsewhere, so the list stops following the playback.
  for (const event of ['wheel', 'touchmove']) list.addEventListener(event, () => set(false), { passive: true })
  playback =
    follow?.({
      moved: (seconds) => moveTo(seconds, isOn()),
      ended: () => {
        playback = null
        left.hidden = false
        toggle.hidden = true
      },
    }) ?? null
  const copy = createCopyButton(textOf(transcript), announce)
  const open = outsideLink(`${server}/transcripts/${transcript.id}`, words.open, 'button')
  const warnings = transcript.warnings.map(({ detail }) => element('p', { class: 'note' }, detail))
  const header = element(
    'div',
    { class: 'head' },
    element('h1', { tabindex: '-1' }, titleOf(transcript, recording)),
    element('p', { class: 'note' }, metaOf(transcript)),
    element('div', { class: 'row' }, copy, open, ...(follow ? [toggle] : [])),
    ...warnings,
    left,
  )
  const isEmpty = (transcript.segments ?? []).length === 0
  const body = isEmpty ? element('p', { class: 'soft' }, words.noSpeech) : list
  return { nodes: [header, body], end: () => playback?.end() }
}
