import { Inngest } from 'inngest'
import { pool } from '@/lib/core/db/db'
import { runner } from '@/lib/durable/runner'
import { TraceSteps } from './trace-steps'

/** The client whose functions the embedded executor runs over this service's database, or the Inngest server that is set. */
export const inngest = new Inngest({ id: 'verbatim', ...runner().clientOptions(pool), middleware: [TraceSteps] })
