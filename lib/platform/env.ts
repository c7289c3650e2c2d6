import { availableParallelism } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { laxBoolean } from './lax-boolean'
import { isLoopback, LOOPBACK_HOSTS } from './loopback-hosts'
import { clearSingleton, singleton } from './singleton'

const whole = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const optional = z.string().trim().min(1).optional()
const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((name) => name.trim().toLowerCase() || []))

const HOUR_MS = 3_600_000
const retention = z
  .string()
  .regex(/^(?:keep|[1-9]\d{0,4}[hd])$/, 'is a number of hours or days, as 12h or 30d, or keep')
  .default('30d')
  .transform((text) => (text === 'keep' ? null : Number.parseInt(text, 10) * HOUR_MS * (text.endsWith('d') ? 24 : 1)))

const PLATFORM_PROXY = 'EGRESS_PROXY_URL_'

const schema = z.object({
  /** Where people reach this service, without a trailing slash. */
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** A PostgreSQL of your own; absent: the embedded one. */
  DATABASE_URL: optional,
  DATABASE_POOL: whole(10),
  /** The folder of database, uploads, work files and secrets. */
  VERBATIM_DATA: z.string().default('.verbatim'),
  /** Signs upload targets. `npm start` makes one and keeps it in the data folder. */
  VERBATIM_SECRET: optional,
  UPLOAD_MAX_BYTES: whole(2 * 1024 ** 3),
  /** How much of the store one user's files may take. */
  UPLOAD_QUOTA_BYTES: whole(20 * 1024 ** 3),
  /** How long a file is kept after it came or was last transcribed, as `30d` or `12h`; `keep`: until it is removed. */
  UPLOAD_RETENTION: retention,
  /** The bucket that uploads are put into; absent: the data folder. */
  S3_BUCKET: optional,
  S3_REGION: z.string().default('us-east-1'),
  /** A server that speaks S3's protocol; absent: Amazon's. Browsers have to reach it too. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Absent: whatever the AWS SDK finds by itself (`AWS_ACCESS_KEY_ID`, a profile, the machine's role). */
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  /** The bucket's name in the path, not in the host's name: what most servers of one's own want. */
  S3_FORCE_PATH_STYLE: laxBoolean({ default: false }),
  /** How long the bucket may take to begin an answer; it is asked three times. */
  S3_TIMEOUT_SECONDS: whole(30),
  MEDIA_MAX_SECONDS: whole(10 * 3600),
  /** Calls a minute by one user; 0: as many as they like. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).max(6_000).default(120),
  /** Calls a minute from one address to what asks for no credential; 0: as many as they like. */
  RATE_LIMIT_PUBLIC_PER_MINUTE: z.coerce.number().int().min(0).max(6_000).default(60),
  /** How many proxies of your own stand before this service, each adding to `X-Forwarded-For` whom it was asked by. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(16).default(0),
  /** The server that sends mails, `smtps://user:password@mail.example.com`; absent: links to sign in are shown instead. */
  MAIL_SERVER: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Whom its mails are from, as `Verbatim <hello@example.com>`. */
  MAIL_FROM: optional,
  /** An OAuth app of GitHub's, for signing in with GitHub. */
  GITHUB_CLIENT_ID: optional,
  GITHUB_CLIENT_SECRET: optional,
  /** A GitHub Enterprise Server in place of github.com. */
  GITHUB_URL: z.url({ protocol: /^https?$/ }).default('https://github.com'),
  /** An OAuth client of Google's, for signing in with Google. */
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  /** An OpenID Connect issuer to sign in with, as its own documents write it, and how its button names it. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  OIDC_NAME: z.string().trim().min(1).max(40).default('Single sign-on'),
  /** Who may make an account by signing in: everybody, only addresses that are invited, or nobody. */
  SIGN_UP: z.enum(['open', 'invite', 'closed']).default('open'),
  /** How many jobs one user may wait for at a time. */
  JOBS_PER_USER: whole(50),
  /** How many requests are answered at a time; those beyond are told to come again. */
  REQUESTS_AT_ONCE: whole(1000),
  /**
   * How many connections (behind trusted proxies: requests) one network address may have open at a time; 0: any number.
   * This machine itself may have twenty times as many.
   */
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(1000),
  /** How many requests of one address may wait for the rest of their body; the oldest is given up for the next. */
  BODIES_PER_ADDRESS: whole(100),
  /** What whoever reads /metrics sends as a bearer; absent: only this machine may, in local mode. */
  METRICS_TOKEN: optional,
  /** The OpenTelemetry collector that traces are sent to by OTLP over HTTP; absent: nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().default('verbatim'),
  /** The part of what begins here that is traced, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** How many episodes of imports are worked on at a time, of everybody's together. */
  IMPORT_CONCURRENCY: whole(4),
  SPEECH_ENGINE: z
    .enum(['auto', 'assemblyai', 'openai', 'sherpa', 'whisper', 'moonshine', 'pocketsphinx'])
    .default('auto'),
  /** How many chunks engines on this machine transcribe at once; absent: one a core. */
  SPEECH_CONCURRENCY: whole(availableParallelism()),
  ASSEMBLYAI_API_KEY: optional,
  /** AssemblyAI's API; `https://api.eu.assemblyai.com` keeps recordings in the European Union. */
  ASSEMBLYAI_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.assemblyai.com'),
  SPEECH_API_URL: optional,
  SPEECH_API_KEY: optional,
  SPEECH_API_MODEL: z.string().default('whisper-1'),
  /** The name of a fetched model that sherpa uses; absent: the best one there is. */
  SHERPA_MODEL: optional,
  /** Where models are fetched from in place of their publishers' own addresses. */
  MODELS_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A folder with the Python package moonshine_voice in it; absent: the one that `npm start` keeps in the data folder. */
  MOONSHINE_FOLDER: optional,
  /** A whisper-cli (whisper.cpp) of your own; absent: the one on PATH. */
  WHISPER_CLI_PATH: optional,
  /** The ggml model file that whisper-cli uses. */
  WHISPER_MODEL: optional,
  /** An HTTP proxy through which users' links are opened; `EGRESS_PROXY_URL_YOUTUBE` and so on for one platform. */
  EGRESS_PROXY_URL: optional,
  /** A yt-dlp of your own; absent: the one on PATH, or the one that `npm start` keeps in the data folder. */
  YTDLP_PATH: optional,
  /** A folder of cookie files, `youtube.txt` and so on, as browsers export them. They are only read. */
  SOURCES_COOKIES_DIR: optional,
  /** Platforms that are switched off, with commas between them. */
  SOURCES_DISABLED: list,
  /** A JSON file that replaces the YouTube clients Verbatim asks as, when YouTube has changed. */
  YOUTUBE_CLIENTS_FILE: optional,
  /** Who takes the money; absent: Stripe where its key is set, else the sandbox on one's own machine, else nobody. */
  BILLING: z.enum(['stripe', 'sandbox', 'off']).optional(),
  STRIPE_SECRET_KEY: optional,
  /** Signs Stripe's events; Stripe shows it with the webhook endpoint. */
  STRIPE_WEBHOOK_SECRET: optional,
  /** Where Stripe's API is asked in place of its own address. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Signs events in the form of Standard Webhooks: `whsec_` and base64. */
  BILLING_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/, 'it should be whsec_ and base64 of at least 18 bytes')
    .optional(),
  /** The plans, as JSON or as the path of a JSON file; absent: free, pro and ultra. */
  TIERS: optional,
})

/** The names of all settings but those of the log, of Inngest, and of a platform's own proxy. */
export const SETTINGS: readonly string[] = Object.keys(schema.shape)

export type Env = Omit<z.infer<typeof schema>, 'BASE_URL' | 'VERBATIM_DATA'> & {
  baseUrl: string
  /** Absolute. */
  dataDir: string
  /** The proxy of a platform of its own, by the platform's name. */
  egressProxies: Readonly<Record<string, string>>
  /** True when the service is for this machine alone: whoever sits at it acts as the local account. */
  localMode: boolean
}

/** Settings that are of use together only. */
const TOGETHER = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['MAIL_SERVER', 'MAIL_FROM'],
] as const

function missingPartners(settings: Record<string, string | undefined>): string[] {
  return TOGETHER.flatMap((names) => {
    const missing = names.filter((name) => !settings[name])
    const given = names.find((name) => settings[name])
    return given === undefined ? [] : missing.map((name) => `  ${name}: is needed, because ${given} is set`)
  })
}

function platformProxies(settings: Record<string, string | undefined>): Record<string, string> {
  const proxies = Object.entries(settings).flatMap(([name, url]) =>
    name.startsWith(PLATFORM_PROXY) && url ? [[name.slice(PLATFORM_PROXY.length).toLowerCase(), url] as const] : [],
  )
  return Object.fromEntries(proxies)
}

function parse(): Env {
  const cleaned = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const result = schema.safeParse(cleaned)
  const issues = result.error?.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`) ?? []
  const lines = [...issues, ...missingPartners(cleaned)]
  if (!result.success || lines.length > 0) {
    throw new Error(`These settings are not right:\n${lines.join('\n')}`)
  }
  const { BASE_URL, VERBATIM_DATA, ...rest } = result.data
  return {
    ...rest,
    baseUrl: (BASE_URL ?? `http://localhost:${rest.PORT}`).replace(/\/+$/, ''),
    dataDir: path.resolve(VERBATIM_DATA),
    egressProxies: platformProxies(cleaned),
    localMode: isLoopback(rest.HOST) && (!BASE_URL || LOOPBACK_HOSTS.has(new URL(BASE_URL).hostname)),
  }
}

/** The service's settings, read from the environment once. What the log and child processes
 * need of the environment they read themselves. Throws naming what is wrong. */
export function env(): Env {
  return singleton('env', parse)
}

/** Changes settings before anything has been built on them: what the start-up finds out, and what tests need. */
export function setEnv(changes: Record<string, string>): Env {
  Object.assign(process.env, changes)
  clearSingleton('env')
  return env()
}
