/**
 * The reasons of `upstream_blocked` that lie in one recording, or in one way to read it: `refused` a video that YouTube asks to
 * try later, `token` captions that want a token, `captions` a caption track that is refused or empty, `media` a file
 * that is refused, `list` a list that platforms show to browsers alone.
 */
const OF_RECORDING: ReadonlySet<unknown> = new Set(['refused', 'token', 'captions', 'media', 'list'])

/** Whether a source refuses this server, whatever it is asked for: a check against robots, or too many requests. */
export function refusesServer({ code, context }: { code: string; context: Record<string, unknown> }): boolean {
  return code === 'upstream_blocked' && !OF_RECORDING.has(context.reason)
}
