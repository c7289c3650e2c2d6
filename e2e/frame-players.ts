import type { Page } from '@playwright/test'

/** The messages and commands of YouTube's embedded player over `postMessage`, as its iframe API has it: a clock that can be set. */
const YOUTUBE = `<!doctype html><title>Player</title><body><script>
  let seconds = Number(new URLSearchParams(location.search).get('start')), playerState = 1, rate = 1
  const tell = () => parent.postMessage(JSON.stringify({ event: 'infoDelivery', info: { currentTime: seconds, duration: 11, playerState } }), '*')
  const commands = {
    playVideo: () => { playerState = 1 },
    pauseVideo: () => { playerState = 2 },
    seekTo: ([to]) => { seconds = to },
    setPlaybackRate: ([to]) => { rate = to },
  }
  addEventListener('message', ({ data }) => {
    const { event, func, args } = JSON.parse(data)
    if (event === 'command') commands[func](args)
    document.body.dataset.rate = rate
    document.body.dataset.state = playerState
    document.body.dataset.seconds = seconds
    tell()
  })
</script>`

/** The same of Vimeo's, as its player.js has it. */
const VIMEO = `<!doctype html><title>Player</title><body><script>
  let seconds = 0
  const tell = (event) => parent.postMessage(JSON.stringify({ event, data: { seconds, duration: 62, percent: 0 } }), '*')
  addEventListener('message', ({ data }) => {
    const { method, value } = JSON.parse(data)
    if (method === 'setCurrentTime') seconds = value
    document.body.dataset.seconds = seconds
    document.body.dataset.last = method
    if (method === 'play' || method === 'pause') tell(method)
    tell('timeupdate')
  })
</script>`

const PLAYERS = { 'www.youtube-nocookie.com': YOUTUBE, 'player.vimeo.com': VIMEO }

/** Answers for the platforms' players, and gives the addresses that were asked for, of any host but this machine. */
export async function standInForPlayers(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route(
    (url) => url.hostname !== 'localhost',
    (route) => {
      const url = new URL(route.request().url())
      asked.push(url.href)
      const body = PLAYERS[url.hostname as keyof typeof PLAYERS]
      return body ? route.fulfill({ contentType: 'text/html', body }) : route.abort()
    },
  )
  return asked
}
