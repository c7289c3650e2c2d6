/** `options` are of this one request, such as its language. */
export type Request = { load: object } | { recognise: Float32Array; options?: object | undefined }

/** The result of a request: the child's reply, or how the child ended instead. */
export type Outcome<Heard> = { loaded: true } | { transcribed: Heard } | { failed: string } | { ended: string }

/** A child process with an engine's native library in it. */
export type Recogniser<Heard> = {
  /** Sends one request; the next may be sent when this has resolved. Never rejects. */
  ask: (request: Request) => Promise<Outcome<Heard>>
  /** Resolves when the child has ended, by itself or not. */
  ended: Promise<void>
  kill: () => void
}
