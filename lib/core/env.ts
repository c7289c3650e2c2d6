import path from 'node:path'
import type { z } from 'zod'
import { clearSingleton, singleton } from './concurrency/singleton'
import { isLoopback, LOOPBACK_HOSTS } from './http/loopback-hosts'
import { SETTINGS_TOGETHER, settingsSchema } from './settings'

const PLATFORM_PROXY = 'EGRESS_PROXY_URL_'

export type Env = Omit<z.infer<typeof settingsSchema>, 'BASE_URL' | 'VERBATIM_DATA'> & {
  baseUrl: string
  /** Absolute. */
  dataDir: string
  /** The proxies of platforms with a separate proxy, by the platform's name. */
  egressProxies: Readonly<Record<string, string>>
  /** True when the service is for this machine alone: its user acts as the local account. */
  localMode: boolean
  /** Whether links of every site that yt-dlp reads are taken. */
  anySite: boolean
}

function missingPartners(settings: Record<string, string | undefined>): string[] {
  return SETTINGS_TOGETHER.flatMap((names) => {
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
  const result = settingsSchema.safeParse(cleaned)
  const issues = result.error?.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`) ?? []
  const lines = [...issues, ...missingPartners(cleaned)]
  if (!result.success || lines.length > 0) {
    throw new Error(`These settings are not right:\n${lines.join('\n')}`)
  }
  const { BASE_URL, VERBATIM_DATA, ...rest } = result.data
  const localMode = isLoopback(rest.HOST) && (!BASE_URL || LOOPBACK_HOSTS.has(new URL(BASE_URL).hostname))
  return {
    ...rest,
    baseUrl: (BASE_URL ?? `http://localhost:${rest.PORT}`).replace(/(?<!\/)\/+$/, ''),
    dataDir: path.resolve(VERBATIM_DATA),
    egressProxies: platformProxies(cleaned),
    localMode,
    anySite: rest.ANY_SITE ? rest.ANY_SITE === 'on' : localMode || rest.SIGN_UP !== 'open',
  }
}

/** The settings, read from the environment once. Throws an error that names every wrong one. */
export function env(): Env {
  return singleton('env', parse)
}

/** Changes settings before they are first used: at the start of the service, and in tests. */
export function setEnv(changes: Record<string, string>): Env {
  Object.assign(process.env, changes)
  clearSingleton('env')
  return env()
}

type Settings = z.infer<typeof settingsSchema>

/** A setting, for modules that load before all are checked. A wrong one has its default here, and ends the start. */
export function settingAtLoad<K extends keyof Settings>(name: K): Settings[K] {
  const schema: z.ZodType<Settings[K]> = settingsSchema.shape[name] as never
  const read = schema.safeParse(process.env[name] || undefined)
  return read.success ? read.data : schema.parse(undefined)
}
