/** A function that the embedded executor can't run; says which and why. */
export class UnsupportedFunctionError extends Error {
  override readonly name = 'UnsupportedFunctionError'

  constructor(id: string, reason: string, cause?: unknown) {
    super(
      `The function "${id}" can't run embedded: ${reason}. Change it, or run the functions on an Inngest server.`,
      cause === undefined ? undefined : { cause },
    )
  }
}
