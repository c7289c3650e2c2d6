import { checkConfiguration } from '@/lib/billing/stripe/check-configuration'

/**
 * `npm run stripe:check`: says what is right and what is missing at Stripe. Returns the exit code: 1 when something is.
 */
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
