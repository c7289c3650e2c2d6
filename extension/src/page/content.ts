import { PLAYBACK_PORT, parsePlaybackRequest } from './playback-message'
import { listPlayers, readPage } from './read-page'
import { takeCaptions } from './take-captions'

/** The global that the panel calls in a page, in the extension's world: the page's own scripts don't see it. */
const NAME = 'verbatimPage'

const EVENTS = ['timeupdate', 'seeking', 'seeked'] as const

function serve(port: ChromePort): void {
  let player: HTMLMediaElement | undefined
  const postTime = () => player && port.postMessage({ seconds: player.currentTime })
  const leave = () => {
    for (const event of EVENTS) player?.removeEventListener(event, postTime)
  }
  port.onMessage.addListener((message) => {
    const request = parsePlaybackRequest(message)
    if (request && 'player' in request) {
      leave()
      player = listPlayers()[request.player]
      for (const event of EVENTS) player?.addEventListener(event, postTime)
      postTime()
    } else if (request && player) {
      player.currentTime = request.seekSeconds
      // A page may forbid automatic playback: then the player waits at that time.
      void player.play().catch(() => undefined)
    }
  })
  port.onDisconnect.addListener(leave)
}

/** Sends panels the positions of the page's players, and moves the players at the panels' request. */
function servePlayback(): void {
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === PLAYBACK_PORT) serve(port)
  })
}

// The panel runs this script each time it looks at a page.
if (!Reflect.has(globalThis, NAME)) {
  Reflect.set(globalThis, NAME, { readPage, takeCaptions })
  servePlayback()
}
