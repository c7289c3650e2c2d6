import { env } from '@/lib/core/env'
import { settingsSchema } from '@/lib/core/settings'

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

const KNOWN = Object.keys(settingsSchema.shape)

/** How many letters have to be changed, added, removed or swapped with the next to make one text of another. */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line[column] = Math.min(
        (line[column - 1] ?? 0) + 1,
        (rows[row - 1]?.[column] ?? 0) + 1,
        (rows[row - 1]?.[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(line)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

/** Shorter names are too easily those of other programs. */
const LEAST_LETTERS = 6
const MOST_SLIPS = 2

function slips(): string[] {
  const set = Object.keys(process.env).filter((name) => name.length >= LEAST_LETTERS && !KNOWN.includes(name))
  return set.flatMap((name) => {
    const meant = KNOWN.find((known) => known.length >= LEAST_LETTERS && editDistance(name, known) <= MOST_SLIPS)
    return meant && process.env[meant] === undefined ? [`${name} is no setting. Did you mean ${meant}?`] : []
  })
}

/** Settings that mean nothing without another. */
function idleSettings(): string[] {
  const ofBucket = KNOWN.filter((name) => name.startsWith('S3_') && process.env[name])
  if (ofBucket.length === 0 || process.env.S3_BUCKET) return []
  return [`${ofBucket.join(', ')}: without S3_BUCKET uploads are kept in the data folder.`]
}

/** Settings that are probably not meant as they are, a sentence each. */
export function settingNotes(): string[] {
  return [...slips(), ...idleSettings()]
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
