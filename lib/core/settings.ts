import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { laxBoolean } from './operations/lax-boolean'

/** The effect of a setting, and its value while unset where the default doesn't say it. */
type SettingMeta = { description: string; unset?: string }

const whole = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const optional = z.string().trim().min(1).optional()
const address = z.url({ protocol: /^https?$/ })
const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((name) => name.trim().toLowerCase() || []))

/** Paths, whose case counts. */
const paths = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((name) => name.trim() || []))

const ports = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((port) => port.trim() || []))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^[1-9]\d{0,4}$/, 'is a list of ports, as 8000,8443')
        .transform(Number),
    ),
  )
  .refine((all) => all.every((port) => port <= 65_535), 'is a list of ports up to 65535')

const HOUR_MS = 3_600_000
const retention = z
  .string()
  .regex(/^(?:keep|[1-9]\d{0,4}[hd])$/, 'is a number of hours or days, as 12h or 30d, or keep')
  .default('30d')
  .transform((text) => (text === 'keep' ? null : Number.parseInt(text, 10) * HOUR_MS * (text.endsWith('d') ? 24 : 1)))

const meta = (description: string, unset?: string): SettingMeta => ({ description, ...(unset ? { unset } : {}) })

const server = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).meta(meta('The port to listen on.')),
  HOST: z
    .string()
    .default('127.0.0.1')
    .meta(
      meta('The address to listen on. On any address but loopback people have to sign in: [sign-in.md](sign-in.md).'),
    ),
  BASE_URL: address
    .optional()
    .meta(
      meta(
        'The URL under which people reach the service. Every link that it gives out starts with it.',
        '`http://localhost:PORT`',
      ),
    ),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(16)
    .default(0)
    .meta(
      meta(
        'How many proxies of your own stand before the service, each adding the address of its caller to `X-Forwarded-For`. Without it all callers behind a proxy share its address.',
      ),
    ),
  VERBATIM_SECRET: optional.meta(
    meta('Signs upload addresses and seals session cookies.', 'created at the first start, in the data folder'),
  ),
}

const data = {
  VERBATIM_DATA: z.string().default('.verbatim').meta(meta('The folder of database, uploads, work files and secret.')),
  DATABASE_URL: optional.meta(meta('A PostgreSQL server of your own.', 'the embedded PostgreSQL 18')),
  DATABASE_POOL: whole(10).meta(meta('Connections to the database.')),
}

const uploads = {
  UPLOAD_MAX_BYTES: whole(2 * 1024 ** 3).meta(meta('The largest file, uploaded or fetched.')),
  UPLOAD_QUOTA_BYTES: whole(20 * 1024 ** 3).meta(meta('The space that the uploads of one user may take together.')),
  UPLOAD_RETENTION: retention.meta(
    meta(
      'How long a file is kept after it was uploaded or last transcribed (`12h`, `90d`), or `keep` until it is deleted. Transcripts stay.',
      '`30d`',
    ),
  ),
  S3_BUCKET: optional.meta(
    meta('A private bucket for uploads, to which browsers send directly: [storage.md](storage.md).', 'the data folder'),
  ),
  S3_REGION: z.string().default('us-east-1').meta(meta('The region of the bucket.')),
  S3_ENDPOINT: address
    .optional()
    .meta(meta("Another server that speaks S3's protocol. Browsers have to reach it too.", 'Amazon S3')),
  S3_ACCESS_KEY_ID: optional.meta(meta("The key ID of the bucket's credentials.", 'as the AWS SDK finds it')),
  S3_SECRET_ACCESS_KEY: optional.meta(meta("The secret of the bucket's credentials.", 'as the AWS SDK finds it')),
  S3_FORCE_PATH_STYLE: laxBoolean({ default: false }).meta(
    meta("Puts the bucket's name into the path, not the host name, as most S3 servers of your own need it.", '`false`'),
  ),
  S3_TIMEOUT_SECONDS: whole(30).meta(
    meta('How long the bucket may take to start an answer. Each request is tried three times.'),
  ),
}

const signIn = {
  SIGN_UP: z
    .enum(['open', 'invite', 'closed'])
    .default('open')
    .meta(
      meta(
        'Who may create an account by signing in: `open` anybody, `invite` invited addresses only, `closed` nobody.',
      ),
    ),
  MAIL_SERVER: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta(
      meta(
        'The SMTP server that mails sign-in links and notices of finished jobs: `smtps://user:password@mail.example.com`.',
        'sign-in links are printed',
      ),
    ),
  MAIL_FROM: optional.meta(meta('The sender of those mails: `Verbatim <hello@example.com>`.')),
  GITHUB_CLIENT_ID: optional.meta(meta('Sign-in with GitHub: the client ID of an OAuth app.')),
  GITHUB_CLIENT_SECRET: optional.meta(meta('Sign-in with GitHub: the client secret.')),
  GITHUB_URL: address.default('https://github.com').meta(meta('A GitHub Enterprise Server.')),
  GOOGLE_CLIENT_ID: optional.meta(meta('Sign-in with Google: the client ID.')),
  GOOGLE_CLIENT_SECRET: optional.meta(meta('Sign-in with Google: the client secret.')),
  OIDC_ISSUER: address
    .optional()
    .meta(meta('Sign-in with any OpenID Connect issuer: its URL, as its own documentation writes it.')),
  OIDC_CLIENT_ID: optional.meta(meta('Sign-in with that issuer: the client ID.')),
  OIDC_CLIENT_SECRET: optional.meta(meta('Sign-in with that issuer: the client secret.')),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .default('Single sign-on')
    .meta(meta('The name of that issuer on its button.')),
}

const limits = {
  MEDIA_MAX_SECONDS: whole(10 * 3600).meta(meta('The longest recording.')),
  DIARIZE_MAX_SECONDS: whole(2 * 3600).meta(
    meta('The longest recording in which this machine tells speakers apart, which takes about half as long as it.'),
  ),
  JOBS_AT_A_TIME: whole(32).meta(
    meta(
      'How many jobs are worked on at a time, of all users and on all machines together. One user gets half of them.',
    ),
  ),
  JOBS_PER_USER: whole(50).meta(meta('How many jobs one user may wait for at a time.')),
  IMPORT_CONCURRENCY: whole(4).meta(
    meta('How many episodes of imports are processed at a time, of all users together.'),
  ),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(6_000)
    .default(120)
    .meta(meta('Requests of one user a minute; polls have fifteen times as many. 0 switches the limit off.')),
  RATE_LIMIT_PUBLIC_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(6_000)
    .default(60)
    .meta(meta('Requests without a credential from one address a minute. 0 switches the limit off.')),
  REQUESTS_AT_ONCE: whole(1000).meta(
    meta('How many requests are answered at a time. Those beyond get a 503 with `Retry-After`.'),
  ),
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(0)
    .default(1000)
    .meta(
      meta(
        'Open connections (behind trusted proxies: requests) of one network address. This machine itself may have 20 times as many. 0 switches the limit off.',
      ),
    ),
  BODIES_PER_ADDRESS: whole(100).meta(
    meta('Requests of one address whose body is still arriving. For the next one the oldest is given up.'),
  ),
}

const speech = {
  SPEECH_ENGINE: z
    .enum(['auto', 'assemblyai', 'openai', 'sherpa', 'whisper', 'moonshine', 'pocketsphinx'])
    .default('auto')
    .meta(
      meta(
        '`assemblyai`, `openai`, `sherpa` or `whisper` (downloaded models), `moonshine` or `pocketsphinx`. `auto` takes the first two where they are set up, else the best on this machine that knows the language.',
      ),
    ),
  SPEECH_CONCURRENCY: whole(availableParallelism()).meta(
    meta('How many chunks the engines on this machine transcribe at a time.', "the machine's cores"),
  ),
  ASSEMBLYAI_API_KEY: optional.meta(meta('AssemblyAI: your API key.')),
  ASSEMBLYAI_BASE_URL: address
    .default('https://api.assemblyai.com')
    .meta(meta('AssemblyAI: its API. `https://api.eu.assemblyai.com` keeps recordings in the European Union.')),
  SPEECH_API_URL: optional.meta(
    meta('An OpenAI-compatible speech server: its base URL, such as `http://localhost:8000/v1`.'),
  ),
  SPEECH_API_KEY: optional.meta(meta('That server: the API key, if it asks for one.')),
  SPEECH_API_MODEL: z.string().default('whisper-1').meta(meta('That server: the model.')),
  SPEECH_API_DIARIZE_MODEL: optional.meta(
    meta(
      'That server: the model that tells speakers apart, such as `gpt-4o-transcribe-diarize`.',
      'this machine does it',
    ),
  ),
  SPEECH_MODEL: optional.meta(meta('The only downloaded model to use.', 'the best that is there for each language')),
  SPEECH_DEVICE: z
    .string()
    .regex(/^(?:auto|cpu|cuda:\d{1,2})$/, 'should be auto, cpu or cuda:0')
    .default('auto')
    .meta(
      meta(
        'Where Whisper models run: `cpu`, or `cuda:0` for the first NVIDIA GPU. `auto` takes a GPU if there is one.',
      ),
    ),
  SPEECH_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta(
      meta(
        'The memory of the speech models that are ready at a time. The least recently used leaves for another; one is always used.',
        'half of the free memory',
      ),
    ),
  MODELS_BASE_URL: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((mirror) => mirror.trim() || []))
    .pipe(z.array(address))
    .meta(
      meta(
        "Mirrors to download models from in place of the publishers' addresses, in order, with commas between them.",
        "the publishers' addresses",
      ),
    ),
  MODELS_FILE: optional.meta(
    meta('A JSON file with the speech models that can be downloaded.', 'Parakeet and Whisper'),
  ),
  OPERATORS: list.meta(
    meta(
      'Email addresses of accounts that may manage the speech models of this machine, with commas between them.',
      'only the account of this machine',
    ),
  ),
  MOONSHINE_FOLDER: optional.meta(
    meta(
      'A folder with the Python package `moonshine_voice`. Nothing is installed then.',
      'installed into the data folder',
    ),
  ),
}

const sources = {
  EGRESS_PROXY_URL: optional.meta(
    meta(
      "An HTTP proxy for requests to users' links. It resolves their names, so it has to keep private networks out.",
    ),
  ),
  EGRESS_PLATFORM_PROXIES: z
    .enum(['always', 'when_blocked'])
    .default('always')
    .meta(
      meta(
        'When the proxy of a platform (`EGRESS_PROXY_URL_YOUTUBE` and so on) is used: `when_blocked` first tries without it, and retries through it what the platform blocks.',
      ),
    ),
  LINK_PORTS: ports.meta(
    meta(
      'Ports beside 80 and 443 that links, feeds and their recordings may name, separated by commas: `8000,8443`. Private addresses are refused on every port.',
      'none',
    ),
  ),
  YTDLP_PATH: optional.meta(meta('A yt-dlp of your own.', 'the newest on PATH or in the data folder')),
  YTDLP_CHANNEL: z
    .enum(['stable', 'nightly', 'off'])
    .default('stable')
    .meta(
      meta(
        'Which releases of yt-dlp the copy in the data folder follows: one is looked for every day. `off`: none is looked for.',
      ),
    ),
  YTDLP_PLUGIN_DIRS: paths.meta(
    meta(
      'Folders of yt-dlp plugins to load, separated by commas, such as one that provides PO tokens for YouTube. Their code runs with the rights of the service.',
      'none',
    ),
  ),
  SOURCES_COOKIES_DIR: optional.meta(
    meta('A folder of cookie files as browsers export them: `youtube.txt`, `x.txt` and so on. They are only read.'),
  ),
  ANY_SITE: z
    .enum(['on', 'off'])
    .optional()
    .meta(
      meta(
        'Whether links of every site that yt-dlp reads are taken, at public addresses only.',
        '`off` where anybody may sign up from another machine, else `on`',
      ),
    ),
  SOURCES_DISABLED: list.meta(meta('Platforms to switch off, separated by commas: `tiktok,facebook`.', 'none')),
  DOCTOR_PROBES_FILE: optional.meta(
    meta(
      'A JSON file with the recordings that `npm run -s doctor -- --live` asks platforms for: `[{ "platform", "url" }]`.',
      'one public recording of each platform',
    ),
  ),
  YOUTUBE_CLIENTS_FILE: optional.meta(
    meta('A JSON file that replaces the YouTube clients Verbatim asks as, for when YouTube has changed.'),
  ),
}

const billing = {
  BILLING: z
    .enum(['stripe', 'sandbox', 'off'])
    .optional()
    .meta(
      meta(
        'The billing provider: [billing.md](billing.md).',
        'Stripe where its key is set, else the sandbox on your own machine, else off',
      ),
    ),
  STRIPE_SECRET_KEY: optional.meta(meta('Stripe: the secret key. `npm run stripe:check` says what is missing.')),
  STRIPE_WEBHOOK_SECRET: optional.meta(
    meta('Stripe: the signing secret of its events, shown with the webhook endpoint.'),
  ),
  STRIPE_API_URL: address.optional().meta(meta('Stripe: another address of its API.', "Stripe's own")),
  BILLING_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/, 'it should be whsec_ and base64 of at least 18 bytes')
    .optional()
    .meta(meta('Signs events in the form of Standard Webhooks: `whsec_` and base64.')),
  TIERS: optional.meta(meta('The plans, as JSON or the path of a JSON file.', 'free, pro and ultra')),
}

const monitoring = {
  METRICS_TOKEN: optional.meta(
    meta('The bearer token that reads `/metrics`.', "only this machine's account may, in local mode"),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .optional()
    .meta(
      meta(
        'The OpenTelemetry collector that traces are sent to by OTLP over HTTP: [operations.md](operations.md).',
        'no traces',
      ),
    ),
  OTEL_SERVICE_NAME: z.string().default('verbatim').meta(meta('The name of the service there.')),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .meta(meta('The share of traces that is recorded, from 0 to 1.')),
}

/** The settings by what they are about, in the order of the documentation. */
export const SETTING_SECTIONS = {
  Server: server,
  Data: data,
  Uploads: uploads,
  'Sign-in': signIn,
  Limits: limits,
  'Speech engines': speech,
  'Links and platforms': sources,
  Billing: billing,
  Monitoring: monitoring,
} as const

/** The environment variables that the service reads as settings. Those of the log and of Inngest are read where they are used. */
export const settingsSchema = z.object({
  ...server,
  ...data,
  ...uploads,
  ...signIn,
  ...limits,
  ...speech,
  ...sources,
  ...billing,
  ...monitoring,
})

/** Settings that only work together. */
export const SETTINGS_TOGETHER = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['MAIL_SERVER', 'MAIL_FROM'],
] as const
