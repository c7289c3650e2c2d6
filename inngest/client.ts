import { Inngest } from 'inngest'
import { clientOptions } from '@/lib/durable/client-options'
import { pool } from '@/lib/platform/db'
import { log } from '@/lib/platform/log'
import { TraceSteps } from './trace-steps'

/** The SDK reports every failed step; what a failure means is logged by the job it ends. */
const quiet = (...words: unknown[]) => log.debug('inngest', { words: words.map(String) })
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** The client whose functions the embedded executor runs over this service's database, or the Inngest server that is set. */
export const inngest = new Inngest({ id: 'verbatim', ...clientOptions(pool), logger, middleware: [TraceSteps] })
