type Fields = Record<string, unknown>
type Level = 'debug' | 'info' | 'warn' | 'error'

const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error']

const THRESHOLD = Math.max(0, LEVELS.indexOf((process.env.LOG_LEVEL ?? 'info') as Level))

/** An error as log fields: name, message and stack, with what caused it one level deep. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const cause = error.cause instanceof Error ? error.cause.message : error.cause
  return { name: error.name, message: error.message, stack: error.stack, ...(cause === undefined ? {} : { cause }) }
}

function write(level: Level, message: string, fields: Fields = {}): void {
  if (LEVELS.indexOf(level) < THRESHOLD) return
  const { error, ...rest } = fields
  const line = {
    time: new Date().toISOString(),
    level,
    message,
    ...rest,
    ...(error ? { error: describeError(error) } : {}),
  }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

/** The one logger: a JSON object a line on standard error, from `LOG_LEVEL` (debug, info, warn, error; default info) up. */
export const log = {
  debug: (message: string, fields?: Fields) => write('debug', message, fields),
  info: (message: string, fields?: Fields) => write('info', message, fields),
  warn: (message: string, fields?: Fields) => write('warn', message, fields),
  error: (message: string, fields?: Fields) => write('error', message, fields),
}
