import { checkConfiguration } from '@/lib/billing/stripe/check-configuration'
import { withOurCommands } from '@/lib/core/programs/our-command'

export const USAGE = withOurCommands(`Usage: npm run stripe:check

Says what is right and what is missing at Stripe. Exit code: 1 when something is missing.`)

/** The check of the configuration at Stripe: see USAGE. Returns the exit code. */
export async function main(): Promise<number> {
  try {
    const findings = await checkConfiguration()
    for (const { ok, text } of findings) process.stdout.write(`${ok ? 'ok      ' : 'missing '}${text}\n`)
    return findings.every(({ ok }) => ok) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}
