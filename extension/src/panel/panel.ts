import type { Verbatim } from '../../../sdk/typescript/src/verbatim'
import { readAccount, readServer, watchAccount } from '../account/account-store'
import { createClient } from '../account/create-client'
import { hostOf, parseServer } from '../account/server-url'
import { signIn, signOut } from '../account/sign-in'
import { SignInError } from '../account/sign-in-error'
import { findRecordings, type Recording } from '../page/find-recordings'
import type { PageFacts } from '../page/page-facts'
import { isYoutube } from '../page/platform-link'
import { isPressed } from '../pressed-message'
import { followPlayback, lookAtPage, mayHaveCaptions, takePageCaptions } from './open-page'
import { askedRecording, type Cause, type State, stateAfter } from './state'
import { createTranscriptView, type Follow } from './transcript-view'
import { type Actions, announcementOf, updateRunning, viewState } from './view'
import { words } from './words'

const DEFAULT_SERVER = 'http://localhost:3000'

const tabId = Number(new URLSearchParams(location.search).get('tab'))

function find(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The panel has no #${id}.`)
  return found
}

const [main, status, footer, connected, leave] = [
  find('main'),
  find('status'),
  find('footer'),
  find('connected'),
  find('sign-out'),
]

let state: State = { kind: 'starting' }
let server = DEFAULT_SERVER
let page: PageFacts | null = null
/** The link of the recording that was asked for last: a sign-in continues with it, if the page still has it. */
let askedLink: string | null = null
let closeView = () => {}
/** Whether the player that a transcript followed went away with its page. */
let isPlayerLost = false
/** What is being waited for. Whatever follows it first ends it. */
let task = new AbortController()

function announce(text: string): void {
  status.textContent = text
}

/** Whether the panel waits for a sign-in. */
function isOutside({ kind }: State): boolean {
  return kind === 'signed-out' || kind === 'signing-in'
}

function isBetween({ kind }: State): boolean {
  return kind === 'starting' || kind === 'signing-out'
}

function showFooter(): void {
  footer.hidden = isOutside(state) || isBetween(state)
  connected.textContent = words.signedInTo(hostOf(server))
}

function show(next: State): void {
  const isUpdate = state.kind === 'running' && next.kind === 'running'
  state = next
  const text = announcementOf(next)
  if (status.textContent !== text) announce(text)
  if (isUpdate && next.kind === 'running') {
    updateRunning(main, next)
    return
  }
  closeView()
  closeView = () => {}
  isPlayerLost = false
  const hadFocus = main.contains(document.activeElement)
  if (next.kind === 'ready') {
    const { player } = next.recording
    const follow: Follow = ({ moved, ended }) =>
      followPlayback(tabId, player ?? 0, {
        moved,
        ended: () => {
          isPlayerLost = true
          ended()
        },
      })
    const view = createTranscriptView({ ...next, server, follow: player === null ? null : follow, announce })
    closeView = view.end
    main.replaceChildren(...view.nodes)
  } else {
    main.replaceChildren(...viewState(next, server, actions))
  }
  main.dataset.state = next.kind
  showFooter()
  if (hadFocus) main.querySelector('h1')?.focus()
}

/** Begins something that may take long, in place of what was waited for before. */
function begin(work: (signal: AbortSignal) => Promise<void>): void {
  task.abort()
  task = new AbortController()
  const { signal } = task
  work(signal).catch((error: unknown) => {
    if (signal.aborted) return
    show({ kind: 'stopped' })
    throw error
  })
}

/** Shows what a request brings, or why it failed. */
async function request(
  recording: Recording,
  signal: AbortSignal,
  ask: (client: Verbatim) => ReturnType<Verbatim['transcribe']>,
) {
  try {
    const transcript = await ask(createClient(server))
    if (!signal.aborted) show({ kind: 'ready', recording, transcript })
  } catch (error) {
    if (signal.aborted) return
    const next = stateAfter(error, recording, server, page !== null && mayHaveCaptions(page, recording))
    if (!next) throw error
    show(next)
  }
}

function transcribe(recording: Recording): void {
  askedLink = recording.link
  begin(async (signal) => {
    show({ kind: 'asking', recording })
    await request(recording, signal, (client) =>
      client.transcribe(recording.link, {
        signal,
        onProgress: (progress) => {
          if (progress.stage !== 'transcribing' || signal.aborted) return
          const { job } = progress
          if (job.status !== 'done' && job.status !== 'error') show({ kind: 'running', recording, job })
        },
      }),
    )
  })
}

/** A name that a file may have on any system. */
function fileNameOf(title: string, extension: string): string {
  const plain = title
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .trim()
    .slice(0, 120)
  return `${plain || words.captions.fileName}.${extension}`
}

function useCaptions(recording: Recording): void {
  begin(async (signal) => {
    show({ kind: 'taking-captions', recording })
    const url = page?.url ?? recording.link
    const captions = await takePageCaptions(tabId, url, recording)
    if (signal.aborted) return
    if (!captions) {
      show({ kind: 'no-captions', recording, isYoutube: isYoutube(url) })
      return
    }
    const type = captions.extension === 'json' ? 'application/json' : 'text/vtt'
    const file = new Blob([captions.text], { type })
    const name = fileNameOf(recording.name, captions.extension)
    await request(recording, signal, (client) => client.transcribe({ file, name }, { signal }))
  })
}

/** Looks at the page. A press of the toolbar button and a sign-in may ask for its recording; anything else only finds it. */
async function look(signal: AbortSignal, cause: Cause | null): Promise<void> {
  page = await lookAtPage(tabId)
  if (signal.aborted) return
  const recordings = page ? findRecordings(page) : []
  const asked = askedRecording(recordings, cause)
  if (!page) show({ kind: 'no-access' })
  else if (recordings.length === 0) show({ kind: 'no-recording' })
  else if (asked) transcribe(asked)
  else show({ kind: 'found', recordings })
}

/** Notes what a press asks for while nobody is signed in. */
async function notePress(): Promise<void> {
  askedLink = null
  const seen = await lookAtPage(tabId)
  askedLink = askedRecording(seen ? findRecordings(seen) : [], 'press')?.link ?? null
}

function start(cause: Cause | null): void {
  begin(async (signal) => {
    const account = await readAccount()
    server = account?.server ?? (await readServer()) ?? DEFAULT_SERVER
    if (signal.aborted) return
    if (account) return look(signal, cause)
    show({ kind: 'signed-out', server, problem: null, note: null })
    if (cause === 'press') await notePress()
  })
}

function connect(typed: string): void {
  const wanted = parseServer(typed)
  if (!wanted) {
    show({ kind: 'signed-out', server: typed, problem: new SignInError('no-url'), note: null })
    return
  }
  begin(async (signal) => {
    show({ kind: 'signing-in', server: wanted })
    try {
      await signIn(wanted, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SignInError)) throw error
      const own = error.reason === 'other-server' && error.detail ? parseServer(error.detail) : null
      show({ kind: 'signed-out', server: own ?? wanted, problem: error, note: null })
    }
  })
}

function disconnect(): void {
  begin(async () => {
    show({ kind: 'signing-out' })
    const isEnded = await signOut()
    show({ kind: 'signed-out', server, problem: null, note: isEnded ? null : 'still-connected' })
    main.querySelector('h1')?.focus()
  })
}

const actions: Actions = {
  signIn: connect,
  leaveSignIn: () => start(null),
  look: () => begin((signal) => look(signal, null)),
  transcribe,
  useCaptions,
}

/** The page was loaded again, shows something else, or its button was pressed: what is shown stays if it still belongs to it. */
async function noticePage(isPress: boolean): Promise<void> {
  if (isPress && isOutside(state)) await notePress()
  if (isOutside(state) || isBetween(state)) return
  const shown = state
  const seen = await lookAtPage(tabId)
  if (state !== shown) return
  const links = seen ? findRecordings(seen).map(({ link }) => link) : []
  const isSame = 'recording' in shown && shown.recording !== null && links.includes(shown.recording.link)
  if (isSame && shown.kind === 'ready' && isPlayerLost) show(shown)
  const stays = isPress ? isSame && isWaitingOrReady(shown) : isSame || ('recording' in shown && !seen)
  if (!stays) begin((signal) => look(signal, isPress ? 'press' : null))
}

function isWaitingOrReady({ kind }: State): boolean {
  return kind === 'asking' || kind === 'running' || kind === 'taking-captions' || kind === 'ready'
}

leave.addEventListener('click', disconnect)
chrome.runtime.onMessage.addListener((message, sender) => {
  if (isPressed(message, sender, tabId)) void noticePage(true)
})
chrome.tabs.onUpdated.addListener((id, change) => {
  if (id === tabId && (change.status === 'complete' || change.url !== undefined)) void noticePage(false)
})
watchAccount(() => {
  void readAccount().then((account) => {
    if (account && isOutside(state)) start({ link: askedLink })
    else if (account && account.server !== server && state.kind !== 'signing-out') start(null)
    if (account || isOutside(state) || state.kind === 'signing-out') return
    task.abort()
    show({ kind: 'signed-out', server, problem: null, note: 'ended' })
  })
})
start('press')
