/** The report of an embedded player. Times are seconds. */
type PlayerReport = { playing?: boolean; seconds?: number; totalSeconds?: number }

/** The messages (`postMessage`) that control a platform's player in a frame. Every message is sent as JSON. */
export type PlayerProtocol = {
  /** Asks the player to report its state. */
  hello: readonly object[]
  /** The state that a message of the player reports; null for any other message. */
  read: (message: unknown) => PlayerReport | null
  play: object
  pause: object
  seek: (seconds: number) => object
  setRate: (rate: number) => object
}

/** The player that a platform offers to other pages. */
type Player = {
  /** The origin that messages are sent to and accepted from. */
  origin: string
  /** The messages it understands; loaded together with the player. */
  protocol: () => Promise<PlayerProtocol>
  /** The address of the player, beginning at a time in seconds. `pageOrigin` is the origin of our page. */
  address: (videoId: string, startSeconds: number, pageOrigin: string) => string
  /** The address that search engines get, without our settings. */
  embedUrl: (videoId: string) => string
}

/** The facts of a platform that need no server: pages, the connector, the documentation and the clients read them. */
export type PlatformFacts<Id extends string = string> = {
  /** Its name in the API and the database. */
  id: Id
  /** Its name within a sentence. */
  name: string
  /** In place of a picture. */
  mark?: string
  /** The hosts of its links, each with all below it. */
  hosts: readonly string[]
  /**
   * The address of one recording: host, path and query, for a browser that shows the page. `isPost`: the page may show text
   * alone.
   */
  page?: { address: RegExp; isPost?: true }
  /** Whether its recordings may have captions. */
  hasCaptions?: true
  /** The origin of the answers against which it was tried; absent: answers made by hand. None was asked for real. */
  triedAgainst?: 'recorded answers'
  /** The lists that can be imported. */
  lists?: string
  /** Whether a link shows a recording in a list that can be imported. */
  isInList?: (link: URL) => boolean
  /** The query or fragment of a link to a time: `{}` are whole seconds. */
  timeLink?: `${'?' | '#'}${string}{}${string}`
  player?: Player
}
