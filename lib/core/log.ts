import { sourceStack } from './source-stack'

type Fields = Record<string, unknown>
type Level = 'debug' | 'info' | 'warn' | 'error'

const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error']

const THRESHOLD = Math.max(0, LEVELS.indexOf((process.env.LOG_LEVEL ?? 'info') as Level))

/** A value as a log can hold it: an error with name, message, stack and what caused it; a BigInt as text. */
function describe(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (!(value instanceof Error)) return value
  const cause = value.cause instanceof Error ? `${value.cause.name}: ${value.cause.message}` : value.cause
  const stack = value.stack && sourceStack(value.stack)
  return { name: value.name, message: value.message, stack, ...(cause === undefined ? {} : { cause }) }
}

function toLine(fields: Fields): string {
  try {
    return JSON.stringify(fields, describe)
  } catch (error) {
    return JSON.stringify({
      time: fields.time,
      level: fields.level,
      message: fields.message,
      unloggable: String(error),
    })
  }
}

function write(level: Level, message: string, fields: Fields = {}): void {
  if (LEVELS.indexOf(level) < THRESHOLD) return
  process.stderr.write(`${toLine({ time: new Date().toISOString(), level, message, ...fields })}\n`)
}

/** The one logger: a JSON object a line on standard error, from `LOG_LEVEL` (debug, info, warn, error; default info) up. */
export const log = {
  debug: (message: string, fields?: Fields) => write('debug', message, fields),
  info: (message: string, fields?: Fields) => write('info', message, fields),
  warn: (message: string, fields?: Fields) => write('warn', message, fields),
  error: (message: string, fields?: Fields) => write('error', message, fields),
}
