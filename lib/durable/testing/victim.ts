import { Inngest } from 'inngest'
import { serve } from 'inngest/edge'
import pg from 'pg'
import { embeddedClientOptions } from '../sdk/client-options'
import { startExecutor } from '../start-executor'
import { crashFunctions } from './crash-functions'

// A separate process that runs the executor until it is killed. Prints a line for each step that it does.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
pool.on('error', (error) => process.stderr.write(`${error.message}\n`))
const client = new Inngest({ id: 'app', ...embeddedClientOptions(() => pool) })
const functions = crashFunctions(client, pool, (step) => process.stdout.write(`${step}\n`))
await startExecutor({ pool, handler: serve({ client, functions }), backoffMs: [10] })
