import type { ClientOptions } from 'inngest'
import type pg from 'pg'
import { executorFetch } from './executor-fetch'
import { sdkLogger } from './sdk-logger'

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
