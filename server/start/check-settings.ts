import { env } from '@/lib/core/env'

const MIN_SECRET_LENGTH = 32
const MIN_SECRET_CHARACTERS = 8

const WEBSITE_SETTINGS = ['MAIL_SERVER', 'GITHUB_CLIENT_ID', 'GOOGLE_CLIENT_ID', 'OIDC_ISSUER'] as const

/** The settings that only a service which others reach has a use for. */
function publicSettings(): string[] {
  const set = env()
  const isLiveStripe = /^[rs]k_live_/.test(set.STRIPE_SECRET_KEY ?? '')
  return [
    ...(set.TRUSTED_PROXIES > 0 ? ['TRUSTED_PROXIES'] : []),
    ...WEBSITE_SETTINGS.filter((name) => set[name] !== undefined),
    ...(isLiveStripe ? ['STRIPE_SECRET_KEY (a live one)'] : []),
  ]
}

/** In local mode links carry `localhost`, and a browser that was let in acts as the machine's own account. */
function requireBaseUrl(): void {
  if (!env().localMode || process.env.BASE_URL) return
  const found = publicSettings()
  if (found.length === 0) return
  throw new Error(
    `${found.join(', ')} ${found.length === 1 ? 'is' : 'are'} set, so others are to reach this service, but BASE_URL is not. ` +
      'Set BASE_URL to the address that people open, as BASE_URL=https://verbatim.example. To use it on this machine only, ' +
      `say so: BASE_URL=http://localhost:${env().PORT || 3000}`,
  )
}

/** Whether a secret looks typed: short, of few characters, or repetitive. */
function isWeakSecret(secret: string): boolean {
  const next = secret.indexOf(secret.slice(0, MIN_SECRET_CHARACTERS), 1)
  const repeats = next > 0 && secret.startsWith(secret.slice(next))
  return secret.length < MIN_SECRET_LENGTH || new Set(secret).size < MIN_SECRET_CHARACTERS || repeats
}

/**
 * Throws, with a sentence for the operator, when the service would start open to others: settings of a public service in
 * local mode, or a secret that can be guessed.
 */
export function checkSettings(): void {
  requireBaseUrl()
  for (const name of ['VERBATIM_SECRET', 'METRICS_TOKEN'] as const) {
    const secret = env()[name]
    if (secret === undefined || !isWeakSecret(secret)) continue
    throw new Error(
      `${name} can be guessed: it needs at least ${MIN_SECRET_LENGTH} random characters. Make one: openssl rand -hex 32`,
    )
  }
}
