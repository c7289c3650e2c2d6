import type { Verbatim } from '../../../sdk/typescript/src/verbatim'
import { readAccount, readHasEnded, readServer, watchAccount } from '../account/account-store'
import { createClient } from '../account/create-client'
import { parseServer } from '../account/server-url'
import { signIn, signOut } from '../account/sign-in'
import { SignInError } from '../account/sign-in-error'
import { findRecordings, type Recording } from '../page/find-recordings'
import type { PageFacts } from '../page/page-facts'
import { isYoutube } from '../page/platform-link'
import { isPressed } from '../pressed-message'
import { lookAtPage, mayHaveCaptions, takePageCaptions } from './open-page'
import { createScreen, find } from './screen'
import { askedRecording, type Cause, isBetween, isOutside, isWaitingOrReady, stateAfter } from './state'
import type { Actions } from './view'
import { words } from './words'

const DEFAULT_SERVER = 'http://localhost:3000'

const tabId = Number(new URLSearchParams(location.search).get('tab'))

let server = DEFAULT_SERVER
let page: PageFacts | null = null
/** The link of the recording that was asked for last: a sign-in continues with it, if the page still has it. */
let askedLink: string | null = null
/** The present task. The next one ends it first. */
let task = new AbortController()

const actions: Actions = {
  signIn: connect,
  leaveSignIn: () => start(null),
  look: () => begin((signal) => look(signal, null)),
  transcribe,
  useCaptions,
}

const screen = createScreen(tabId, () => server, actions)

/** Begins something that may take long, in place of what was waited for before. */
function begin(work: (signal: AbortSignal) => Promise<void>): void {
  task.abort()
  task = new AbortController()
  const { signal } = task
  work(signal).catch((error: unknown) => {
    if (signal.aborted) return
    screen.show({ kind: 'stopped' })
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
    if (!signal.aborted) screen.show({ kind: 'ready', recording, transcript })
  } catch (error) {
    if (signal.aborted) return
    const next = stateAfter(error, recording, server, page !== null && mayHaveCaptions(page, recording))
    if (!next) throw error
    screen.show(next)
  }
}

function transcribe(recording: Recording): void {
  askedLink = recording.link
  begin(async (signal) => {
    screen.show({ kind: 'asking', recording })
    await request(recording, signal, (client) =>
      client.transcribe(recording.link, {
        signal,
        onProgress: (progress) => {
          if (progress.stage !== 'transcribing' || signal.aborted) return
          const { job } = progress
          if (job.status !== 'done' && job.status !== 'error') screen.show({ kind: 'running', recording, job })
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
    screen.show({ kind: 'taking-captions', recording })
    const url = page?.url ?? recording.link
    const captions = await takePageCaptions(tabId, url, recording)
    if (signal.aborted) return
    if (!captions) {
      screen.show({ kind: 'no-captions', recording, isYoutube: isYoutube(url) })
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
  if (!page) screen.show({ kind: 'no-access' })
  else if (recordings.length === 0) screen.show({ kind: 'no-recording' })
  else if (asked) transcribe(asked)
  else screen.show({ kind: 'found', recordings })
}

/** Remembers the recording that a press requests before sign-in. */
async function notePress(): Promise<void> {
  askedLink = null
  const seen = await lookAtPage(tabId)
  askedLink = askedRecording(seen ? findRecordings(seen) : [], 'press')?.link ?? null
}

function start(cause: Cause | null): void {
  begin(async (signal) => {
    const account = await readAccount()
    server = account?.server ?? (await readServer()) ?? DEFAULT_SERVER
    const note = (await readHasEnded()) ? 'ended' : null
    if (signal.aborted) return
    if (account) return look(signal, cause)
    screen.show({ kind: 'signed-out', server, problem: null, note })
    if (cause === 'press') await notePress()
  })
}

function connect(typed: string): void {
  const wanted = parseServer(typed)
  if (!wanted) {
    screen.show({ kind: 'signed-out', server: typed, problem: new SignInError('no-url'), note: null })
    return
  }
  begin(async (signal) => {
    screen.show({ kind: 'signing-in', server: wanted })
    try {
      await signIn(wanted, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SignInError)) throw error
      const own = error.reason === 'other-server' && error.detail ? parseServer(error.detail) : null
      screen.show({ kind: 'signed-out', server: own ?? wanted, problem: error, note: null })
    }
  })
}

function disconnect(): void {
  begin(async () => {
    screen.show({ kind: 'signing-out' })
    const isEnded = await signOut()
    screen.show({ kind: 'signed-out', server, problem: null, note: isEnded ? null : 'still-connected' })
    screen.focusHeading()
  })
}

/**
 * The page was loaded again, shows something else, or its button was pressed: what is shown stays if it still belongs to
 * it.
 */
async function noticePage(isPress: boolean): Promise<void> {
  if (isPress && isOutside(screen.state())) await notePress()
  if (isOutside(screen.state()) || isBetween(screen.state())) return
  const shown = screen.state()
  const seen = await lookAtPage(tabId)
  if (screen.state() !== shown) return
  const links = seen ? findRecordings(seen).map(({ link }) => link) : []
  const isSame = 'recording' in shown && shown.recording !== null && links.includes(shown.recording.link)
  if (isSame && shown.kind === 'ready' && screen.isPlayerLost()) screen.show(shown)
  const stays = isPress ? isSame && isWaitingOrReady(shown) : isSame || ('recording' in shown && !seen)
  if (!stays) begin((signal) => look(signal, isPress ? 'press' : null))
}

find('sign-out').addEventListener('click', disconnect)
chrome.runtime.onMessage.addListener((message, sender) => {
  if (isPressed(message, sender, tabId)) void noticePage(true)
})
chrome.tabs.onUpdated.addListener((id, change) => {
  if (id === tabId && (change.status === 'complete' || change.url !== undefined)) void noticePage(false)
})
watchAccount(() => {
  void readAccount().then((account) => {
    if (account && isOutside(screen.state())) start({ link: askedLink })
    else if (screen.state().kind === 'signing-out') return
    else if (account ? account.server !== server : !isOutside(screen.state())) start(null)
  })
})
start('press')
