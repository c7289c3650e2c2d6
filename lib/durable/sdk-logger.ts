import type { ClientOptions } from 'inngest'
import { log } from '@/lib/platform/log'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** The SDK says `(message)`, `(fields, message)` or `(message, error)`. */
function say(level: Level, args: readonly unknown[]): void {
  const message = args.find((arg) => typeof arg === 'string') ?? 'the Inngest SDK says'
  const error = args.find((arg) => arg instanceof Error)
  const fields = args.find((arg) => typeof arg === 'object' && arg !== null && !(arg instanceof Error))
  const { err, ...rest } = (fields ?? {}) as Record<string, unknown>
  log[level](message, { ...rest, ...((error ?? err) ? { error: error ?? err } : {}) })
}

/**
 * What the SDK and the functions' own `logger` say, in the service's log. A step's error is no error of the service's:
 * it is tried again, or fails the run.
 */
export const sdkLogger = {
  debug: (...args) => say('debug', args),
  info: (...args) => say('info', args),
  warn: (...args) => say('warn', args),
  error: (...args) => say('warn', args),
} satisfies NonNullable<ClientOptions['logger']>
