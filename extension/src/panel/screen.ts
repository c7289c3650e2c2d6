import { hostOf } from '../account/server-url'
import { followPlayback } from './open-page'
import { isBetween, isOutside, type State } from './state'
import { createTranscriptView, type Follow } from './transcript-view'
import { type Actions, announcementOf, updateRunning, viewState } from './view'
import { words } from './words'

export type Screen = {
  state: () => State
  show: (next: State) => void
  /** Whether the player that a transcript followed went away with its page. */
  isPlayerLost: () => boolean
  focusHeading: () => void
}

export function find(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The panel has no #${id}.`)
  return found
}

/** The document of the panel, which shows one state at a time. */
export function createScreen(tabId: number, serverOf: () => string, actions: Actions): Screen {
  const [main, status, footer, connected] = [find('main'), find('status'), find('footer'), find('connected')]
  let state: State = { kind: 'starting' }
  let closeView = () => {}
  let isPlayerLost = false

  function announce(text: string): void {
    status.textContent = text
  }

  function focusHeading(): void {
    main.querySelector('h1')?.focus()
  }

  function viewReady({ recording, transcript }: Extract<State, { kind: 'ready' }>): Node[] {
    const { player } = recording
    const follow: Follow = ({ moved, ended }) =>
      followPlayback(tabId, player ?? 0, {
        moved,
        ended: () => {
          isPlayerLost = true
          ended()
        },
      })
    const options = { server: serverOf(), follow: player === null ? null : follow, announce }
    const view = createTranscriptView({ recording, transcript, ...options })
    closeView = view.end
    return view.nodes
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
    main.replaceChildren(...(next.kind === 'ready' ? viewReady(next) : viewState(next, serverOf(), actions)))
    main.dataset.state = next.kind
    footer.hidden = isOutside(state) || isBetween(state)
    connected.textContent = words.signedInTo(hostOf(serverOf()))
    if (hadFocus) focusHeading()
  }

  return { state: () => state, show, isPlayerLost: () => isPlayerLost, focusHeading }
}
