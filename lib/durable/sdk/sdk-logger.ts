import type { ClientOptions } from 'inngest'
import { log } from '@/lib/core/log'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Messages that the relay or the functions' endpoint already reports in the service's own words. */
const LOGGED_ELSEWHERE = new Set([
  'Signature validation failed',
  'Failed to register',
  "Couldn't unpack register response",
  'Invalid register response schema',
])
/** A step's error is no error of the service's: it is tried again, or fails the run. */
const OF_FUNCTIONS = new Set(['Inngest step error', 'Inngest function error'])
/** Messages of these kinds are errors that were logged where they were thrown. */
const VERDICTS = new Set(['NonRetriableError', 'RetryAfterError'])

function levelOf(level: Level, message: string, error: unknown): Level {
  if (LOGGED_ELSEWHERE.has(message)) return 'debug'
  if (!OF_FUNCTIONS.has(message)) return level
  return error instanceof Error && VERDICTS.has(error.name) ? 'debug' : 'warn'
}

/** The SDK says `(message)`, `(fields, message)` or `(message, error)`. */
function say(level: Level, args: readonly unknown[]): void {
  const message = args.find((arg) => typeof arg === 'string') ?? 'the Inngest SDK says'
  const fields = args.find((arg) => typeof arg === 'object' && arg !== null && !(arg instanceof Error))
  const { err, ...rest } = (fields ?? {}) as Record<string, unknown>
  const error = args.find((arg) => arg instanceof Error) ?? err
  log[levelOf(level, message, error)](message, { ...rest, ...(error ? { error } : {}) })
}

/** Writes the messages of the SDK and of the functions' `logger` to the service's log. */
export const sdkLogger = {
  debug: (...args) => say('debug', args),
  info: (...args) => say('debug', args),
  warn: (...args) => say('warn', args),
  error: (...args) => say('error', args),
} satisfies NonNullable<ClientOptions['logger']>
