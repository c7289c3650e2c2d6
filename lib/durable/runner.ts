import { embeddedRunner } from './embedded-runner'
import { inngestRunner } from './inngest-runner'
import { readInngestSettings } from './inngest-settings'
import type { Runner } from './runner-type'
import { refuseCall } from './sdk/refuse-call'

/**
 * The runner that the `INNGEST_` settings name. With refused settings it is the embedded one, so that modules load, but it
 * serves nothing, and `fault` ends the start.
 */
export function runner(settings: Readonly<Record<string, string | undefined>> = process.env): Runner {
  const read = readInngestSettings(settings)
  if (read.kind === 'embedded') return embeddedRunner
  if (read.kind !== 'refused') return inngestRunner(read.kind, read.server)
  return {
    ...embeddedRunner,
    fault: read.reason,
    endpoint: () => async () => refuseCall('internal_error', read.reason),
  }
}
