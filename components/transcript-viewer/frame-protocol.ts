import type { RecordingState } from './recording'

/** How a platform's player in a frame is spoken to (`postMessage`). Every message is sent as JSON. */
export type FrameProtocol = {
  /** Asks the player to tell what it does. */
  hello: readonly object[]
  /** What a message of the player's tells; null where it tells nothing of this. */
  read: (message: unknown) => Partial<RecordingState> | null
  play: object
  pause: object
  seek: (seconds: number) => object
  setRate: (rate: number) => object
}
