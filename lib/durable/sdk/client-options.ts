import type { ClientOptions } from 'inngest'
import type pg from 'pg'
import { type InngestMode, inngestMode } from '../inngest-mode'
import { executorFetch } from './executor-fetch'
import { sdkLogger } from './sdk-logger'

/**
 * The options of an Inngest client: `new Inngest({ id, ...these })`. With settings that are refused they are those of the
 * embedded mode, so that modules load: the start then says what is wrong.
 */
export function clientOptions(pool: () => pg.Pool, mode: InngestMode = inngestMode()) {
  if (mode.kind === 'embedded' || mode.kind === 'refused') return embeddedClientOptions(pool)
  const { baseUrl, eventKey, signingKey, signingKeyFallback } = mode.server
  return {
    isDev: false,
    eventKey,
    signingKey,
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(signingKeyFallback === null ? {} : { signingKeyFallback }),
    checkpointing: true,
    aiMetadata: false,
    logger: sdkLogger,
  } satisfies Partial<ClientOptions>
}

/**
 * The options of an Inngest client whose functions the embedded executor runs: `new Inngest({ id, ...these })`.
 * Development mode needs no keys; the address only serves to build URLs that never leave the process.
 */
export function embeddedClientOptions(pool: () => pg.Pool) {
  return {
    isDev: true,
    baseUrl: 'http://executor.invalid',
    fetch: executorFetch({ pool }),
    checkpointing: true,
    aiMetadata: false,
    logger: sdkLogger,
  } satisfies Partial<ClientOptions>
}
