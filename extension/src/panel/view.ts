import { hostOf } from '../account/server-url'
import type { Recording } from '../page/find-recordings'
import { element, outsideLink } from './element'
import { progressOf, stageOf } from './progress-words'
import type { State } from './state'
import { words } from './words'

export type Actions = {
  signIn: (typed: string) => void
  leaveSignIn: () => void
  look: () => void
  transcribe: (recording: Recording) => void
  useCaptions: (recording: Recording) => void
}

type Shown<Kind extends State['kind']> = Extract<State, { kind: Kind }>

/** A heading that takes the focus when what was focused is gone. */
const heading = (text: string) => element('h1', { tabindex: '-1' }, text)
const paragraph = (text: string, className?: string) => element('p', { class: className }, text)
const button = (text: string, click: () => void, className = 'button') =>
  element('button', { type: 'button', class: className, click }, text)
const row = (...children: Node[]) => element('div', { class: 'row' }, ...children)
const nameOf = ({ name }: Recording) => paragraph(name, 'name')

function signInProblem({ problem, note }: Shown<'signed-out'>): string | null {
  if (note) return note === 'ended' ? words.signIn.ended : words.signIn.stillConnected
  if (!problem) return null
  const text = words.signInErrors[problem.reason]
  return problem.reason === 'refused' && problem.detail ? `${text} ${problem.detail}` : text
}

function viewSignIn(state: Shown<'signed-out'>, { signIn }: Actions): Node[] {
  const problem = signInProblem(state)
  const field = element('input', {
    id: 'server',
    name: 'server',
    type: 'text',
    inputmode: 'url',
    autocomplete: 'url',
    spellcheck: 'false',
    value: state.server,
    'aria-describedby': 'server-hint',
  })
  const form = element(
    'form',
    { class: 'stack', novalidate: true },
    element('label', { for: 'server' }, words.signIn.label),
    field,
    element('p', { id: 'server-hint', class: 'note' }, words.signIn.hint),
    row(element('button', { type: 'submit', class: 'primary' }, words.signIn.button)),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    signIn(field.value)
  })
  const notice = problem ? [element('p', { class: 'problem', role: 'alert' }, problem)] : []
  return [heading(words.signIn.title), paragraph(words.signIn.text, 'soft'), ...notice, form]
}

function viewFound({ recordings }: Shown<'found'>, { transcribe }: Actions): Node[] {
  const items = recordings.map((recording) => {
    const start = button(words.found.button, () => transcribe(recording), 'primary')
    if (recordings.length > 1) start.setAttribute('aria-label', words.found.buttonFor(recording.name))
    return element('li', { class: 'recording' }, nameOf(recording), start)
  })
  const list = element('ul', { class: 'recordings' }, ...items)
  return [heading(words.found.title(recordings.length)), paragraph(words.found.text, 'soft'), list]
}

function viewWaiting(title: string, text: string, recording: Recording | null): Node[] {
  const bar = element('progress', { 'aria-label': title })
  return [heading(title), ...(recording ? [nameOf(recording)] : []), bar, paragraph(text, 'soft')]
}

function viewRunning({ recording, job }: Shown<'running'>, server: string): Node[] {
  const bar = element('progress', { id: 'bar', max: '1', value: String(job.progress), 'aria-label': words.progress })
  const stage = element('span', { id: 'stage' }, stageOf(job))
  const left = element('span', { id: 'left', class: 'soft' }, progressOf(job))
  return [
    heading(words.running),
    nameOf(recording),
    bar,
    element('p', { class: 'between' }, stage, left),
    paragraph(words.runningText, 'soft'),
    row(outsideLink(`${server}/transcripts/${job.job_id}`, words.openJob, 'button')),
  ]
}

/** Shows the progress of a job whose view is there already, so that nothing in it loses the focus. */
export function updateRunning(main: HTMLElement, { job }: Shown<'running'>): void {
  main.querySelector('#bar')?.setAttribute('value', String(job.progress))
  const set = (selector: string, text: string) => {
    const shown = main.querySelector(selector)
    if (shown && shown.textContent !== text) shown.textContent = text
  }
  set('#stage', stageOf(job))
  set('#left', progressOf(job))
}

function viewFailed({ recording, failure }: Shown<'failed'>, server: string, actions: Actions): Node[] {
  const { detail, code, isRetryable, offersCaptions } = failure
  const { button: label, text } = words.captions
  const captions = offersCaptions
    ? [paragraph(text, 'soft'), row(button(label, () => actions.useCaptions(recording), 'primary'))]
    : []
  const retry = isRetryable ? [button(words.retry, () => actions.transcribe(recording))] : []
  return [
    heading(words.failed),
    nameOf(recording),
    element('p', { class: 'problem' }, detail),
    ...captions,
    row(...retry, button(words.lookAgain, actions.look)),
    element(
      'ul',
      { class: 'links' },
      element('li', {}, outsideLink(`${server}/docs/errors#${code}`, words.about, 'link')),
      element('li', {}, outsideLink(`${server}/`, words.upload, 'link')),
    ),
  ]
}

function viewNoCaptions({ recording, isYoutube }: Shown<'no-captions'>, server: string, actions: Actions): Node[] {
  return [
    heading(words.captions.none),
    nameOf(recording),
    element('p', { class: 'problem' }, isYoutube ? words.captions.noneYoutube : words.captions.noneText),
    row(button(words.retry, () => actions.useCaptions(recording), 'primary')),
    element('p', {}, outsideLink(`${server}/`, words.upload, 'link')),
  ]
}

export function viewState(state: Exclude<State, { kind: 'ready' }>, server: string, actions: Actions): Node[] {
  switch (state.kind) {
    case 'starting':
      return [paragraph(words.starting, 'soft')]
    case 'signed-out':
      return viewSignIn(state, actions)
    case 'signing-in': {
      const leave = row(button(words.signIn.cancel, actions.leaveSignIn))
      return [...viewWaiting(words.signIn.signingIn, words.signIn.signingInText, null), leave]
    }
    case 'signing-out':
      return [paragraph(words.signIn.signingOut, 'soft')]
    case 'no-access':
      return [heading(words.noAccess.title), paragraph(words.noAccess.text, 'soft')]
    case 'no-recording': {
      const again = row(button(words.noRecording.again, actions.look))
      return [heading(words.noRecording.title), paragraph(words.noRecording.text, 'soft'), again]
    }
    case 'found':
      return viewFound(state, actions)
    case 'asking':
      return viewWaiting(words.asking, words.askingText, state.recording)
    case 'running':
      return viewRunning(state, server)
    case 'taking-captions':
      return viewWaiting(words.captions.taking, words.captions.text, state.recording)
    case 'no-captions':
      return viewNoCaptions(state, server, actions)
    case 'failed':
      return viewFailed(state, server, actions)
    case 'offline': {
      const { recording } = state
      const retry = button(words.retry, () => (recording ? actions.transcribe(recording) : actions.look()), 'primary')
      return [heading(words.offline.title), paragraph(words.offline.text(hostOf(server)), 'soft'), row(retry)]
    }
    case 'stopped':
      return [heading(words.stopped.title), paragraph(words.stopped.text, 'soft')]
  }
}

/** The announcement of a state to screen readers. */
export function announcementOf(state: State): string {
  switch (state.kind) {
    case 'starting':
      return words.starting
    case 'signed-out':
      return words.signIn.title
    case 'signing-in':
      return words.signIn.signingIn
    case 'signing-out':
      return words.signIn.signingOut
    case 'no-access':
      return words.noAccess.title
    case 'no-recording':
      return words.noRecording.title
    case 'found':
      return words.found.title(state.recordings.length)
    case 'asking':
      return words.asking
    case 'running':
      return stageOf(state.job)
    case 'ready':
      return words.ready(state.recording.name)
    case 'taking-captions':
      return words.captions.taking
    case 'no-captions':
      return words.captions.none
    case 'failed':
      return `${words.failed}. ${state.failure.detail}`
    case 'offline':
      return words.offline.title
    case 'stopped':
      return `${words.stopped.title} ${words.stopped.text}`
  }
}
