import { Inngest } from 'inngest'
import { pool } from '@/lib/core/db/db'
import { clientOptions } from '@/lib/durable/sdk/client-options'
import { TraceSteps } from './trace-steps'

/** The client whose functions the embedded executor runs over this service's database, or the Inngest server that is set. */
export const inngest = new Inngest({ id: 'verbatim', ...clientOptions(pool), middleware: [TraceSteps] })
