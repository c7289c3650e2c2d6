import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { pool } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { metrics } from '@/lib/core/metrics'
import { settingsSchema } from '@/lib/core/settings'
import { runner } from '@/lib/durable/runner'
import { getReadiness } from '@/lib/health/contract'
import { REQUIRED } from '@/server/setup/package/write-package.mjs'

const root = path.resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

const setting = z.union([z.string(), z.number()]).transform(String)
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.string().optional(),
      environment: z.record(z.string(), setting).default({}),
      command: z.array(z.string()).default([]),
      configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
      volumes: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
      networks: z.object({ default: z.object({ aliases: z.array(z.string()) }) }).optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
      deploy: z.object({ replicas: z.string() }).optional(),
    }),
  ),
  configs: z.record(z.string(), z.object({ content: z.string() })),
  volumes: z.record(z.string(), z.null()),
})
const policySchema = z.object({
  Statement: z.array(
    z.object({ Effect: z.literal('Allow'), Action: z.array(z.string()), Resource: z.array(z.string()) }),
  ),
})
const kindSchema = z.looseObject({ kind: z.string(), metadata: z.object({ name: z.string() }) })
const probeSchema = z.object({ httpGet: z.object({ path: z.string() }) })
const deploymentSchema = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.object({
            env: z.array(z.object({ name: z.string() })),
            startupProbe: probeSchema,
            readinessProbe: probeSchema,
          }),
        ),
      }),
    }),
  }),
})
const has = (program: string) => spawnSync(program, ['version']).error === undefined
const compose = composeSchema.parse(parse(read('compose.yaml')))

function serviceOf(name: string) {
  const service = compose.services[name]
  if (!service) throw new Error(`compose.yaml has no ${name}`)
  return service
}

/** A value as Compose fills it in where nothing is set: defaults, and for what has to be set something of its form. */
const filledIn = (value: string) =>
  value.replace(/\$\{\w+(:-|:\?)([^}]*)\}/g, (_, kind: string, rest: string) =>
    kind === ':-' ? rest : 'ab12'.repeat(12),
  )

const settingsOf = (name: string) =>
  Object.fromEntries(Object.entries(serviceOf(name).environment).map(([key, value]) => [key, filledIn(value)]))

describe('compose.yaml', () => {
  const before = { ...process.env }
  const setAll = (environment: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) delete process.env[name]
    Object.assign(process.env, environment)
  }
  // Vite puts its own base path, `/`, into every test's environment under this name.
  beforeEach(() => setAll({ NODE_ENV: 'test', BASE_URL: '' }))
  afterEach(() => setAll(before))

  test('gives the service only settings that it knows', () => {
    const known = new Set(Object.keys(settingsSchema.shape))
    const unknown = Object.keys(serviceOf('app').environment).filter(
      (name) => !known.has(name) && !/^INNGEST_/.test(name),
    )
    expect(unknown).toEqual([])
  })

  test('its settings are right, and for people who sign in', () => {
    setEnv(settingsOf('app'))
    expect(env()).toMatchObject({ localMode: false, S3_FORCE_PATH_STYLE: true, TRUSTED_PROXIES: 1, PORT: 3000 })
    const { kind, clientOptions } = runner(settingsOf('app'))
    expect([kind, clientOptions(pool).baseUrl]).toEqual(['self-hosted', 'http://inngest:8288'])
  })

  test('service, Inngest and bucket agree on keys and addresses', () => {
    const [app, inngest, s3] = [settingsOf('app'), settingsOf('inngest'), settingsOf('s3')]
    expect([inngest.INNGEST_EVENT_KEY, inngest.INNGEST_SIGNING_KEY]).toEqual([
      app.INNGEST_EVENT_KEY,
      app.INNGEST_SIGNING_KEY,
    ])
    expect(s3.MINIO_API_CORS_ALLOW_ORIGIN).toBe(app.BASE_URL)
    for (const address of [app.BASE_URL, app.S3_ENDPOINT]) {
      const { hostname, port } = new URL(address ?? '')
      expect(serviceOf('proxy').networks?.default.aliases).toContain(hostname)
      expect(compose.configs.caddyfile?.content).toContain(`:${port} {`)
    }
    expect(filledIn(compose.configs.caddyfile?.content ?? '')).toContain(
      `host ${new URL(app.S3_ENDPOINT ?? '').hostname}\n`,
    )
    expect(compose.configs.caddyfile?.content).toContain(`app ${app.PORT}`)
    for (const { DATABASE_URL, INNGEST_POSTGRES_URI } of [{ ...app, ...inngest }]) {
      const passwords = [DATABASE_URL, INNGEST_POSTGRES_URI].map((address) => new URL(address ?? '').password)
      expect(passwords).toEqual([settingsOf('postgres').POSTGRES_PASSWORD, settingsOf('postgres').POSTGRES_PASSWORD])
    }
  })

  test('the service has a user of its bucket with the rights that it needs, and no other secret of the bucket', () => {
    const [app, s3, bucket] = [serviceOf('app'), serviceOf('s3'), serviceOf('bucket')]
    const root = s3.environment.MINIO_ROOT_PASSWORD
    expect(Object.values(app.environment)).not.toContain(root)
    expect(app.environment.S3_ACCESS_KEY_ID).not.toBe(s3.environment.MINIO_ROOT_USER)
    expect([bucket.environment.ROOT_SECRET, bucket.environment.SECRET]).toEqual([
      root,
      app.environment.S3_SECRET_ACCESS_KEY,
    ])
    const [commands = ''] = bucket.command
    expect(commands).toContain(`mc admin user add here ${app.environment.S3_ACCESS_KEY_ID} "$$SECRET"`)
    const [{ target } = { target: '' }] = bucket.configs
    expect(commands).toContain(`mc admin policy create here verbatim ${target}`)
    const policy = policySchema.parse(JSON.parse(compose.configs['bucket-policy']?.content ?? ''))
    const granted = policy.Statement.flatMap(({ Action, Resource }) =>
      Resource.flatMap((one) => Action.map((action) => `${action} ${one}`)),
    )
    expect(granted.every((one) => /arn:aws:s3:::verbatim(?:\/\*)?$/.test(one))).toBe(true)
    const [, documented = ''] = /The credentials need ([^.]+)\./.exec(read('docs/storage.md')) ?? []
    const needed = Array.from(documented.matchAll(/`(s3:\w+)`/g), ([, action]) => action)
    expect(needed.length).toBeGreaterThan(4)
    expect(policy.Statement.flatMap(({ Action }) => Action)).toEqual(expect.arrayContaining(needed))
  })

  test('every image has an exact version, and the proxy alone a published port', () => {
    const images = Object.values(compose.services).flatMap(({ image }) => image ?? [])
    expect(images.filter((image) => !/:(?:v?\d+\.\d+(?:\.\d+)?|RELEASE\.[\dTZ-]+)$/.test(image))).toEqual([])
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports.length > 0)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
  })

  test('takes every secret from the environment, and requires those that have to be generated', () => {
    for (const [name, { environment }] of Object.entries(compose.services)) {
      for (const [key, value] of Object.entries(environment)) {
        if (/SECRET|PASSWORD|_KEY$/.test(key))
          expect([name, key, value]).toEqual([name, key, expect.stringMatching(/^\$\{\w+(?::\?.+|:-)\}$/)])
      }
    }
  })

  test('everything that is named is there', () => {
    for (const { configs, volumes, depends_on } of Object.values(compose.services)) {
      for (const { source } of configs) expect(Object.keys(compose.configs)).toContain(source)
      for (const volume of volumes.filter((one) => !one.startsWith('/'))) {
        expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
      }
      for (const needed of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) {
        expect(Object.keys(compose.services)).toContain(needed)
      }
    }
    expect(filledIn(serviceOf('app').deploy?.replicas ?? '')).toBe('2')
  })

  test('PostgreSQL has room for the connections of a dozen processes, and for those of Inngest', () => {
    setEnv(settingsOf('app'))
    const most = Number(/max_connections=(\d+)/.exec(serviceOf('postgres').command.join(' '))?.[1])
    const ofInngest = Number(/--postgres-max-open-conns (\d+)/.exec(serviceOf('inngest').command.join(' '))?.[1])
    expect(most).toBeGreaterThan(12 * (env().DATABASE_POOL + 3) + ofInngest)
  })

  test('work of the Inngest server outlives it: its database and its queue are on disks', () => {
    const [inngest, redis] = [settingsOf('inngest'), serviceOf('redis')]
    const { hostname, port } = new URL(inngest.INNGEST_REDIS_URI ?? '')
    expect(Object.keys(compose.services)).toContain(hostname)
    expect(['', '6379']).toContain(port)
    expect(new URL(inngest.INNGEST_POSTGRES_URI ?? '').hostname).toBe('postgres')
    expect(redis.command.join(' ')).toContain('--appendonly yes')
    expect(redis.command.join(' ')).toContain('--maxmemory-policy noeviction')
    // Where the image has its data.
    expect(redis.volumes).toEqual(['redis:/data'])
  })

  test('the Inngest server and its Redis are reached from inside only, and are those that were tried', () => {
    expect([serviceOf('inngest').ports, serviceOf('redis').ports]).toEqual([[], []])
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(read('test/fixtures/inngest/behaviour.json')))
    expect(serviceOf('inngest').image).toBe(`inngest/inngest:${version}`)
    expect(read('server/setup/tests/run-inngest-tests.mjs')).toContain(`'${version}'`)
    expect(read('docs/scaling.md')).toContain(`github.com/inngest/inngest@${version}`)
  })
})

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile').replace(/\\\n/g, ' ')
  const manifest = z
    .object({ scripts: z.record(z.string(), z.string()), engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(read('package.json')))

  test('is of a Node that the service runs on', () => {
    const [, major, minor] = /^FROM node:(\d+)\.(\d+)/m.exec(dockerfile) ?? []
    const [, least, leastMinor] = />=(\d+)\.(\d+)/.exec(manifest.engines.node) ?? []
    expect(Number(major) * 1000 + Number(minor)).toBeGreaterThanOrEqual(Number(least) * 1000 + Number(leastMinor))
  })

  test('runs what there is to be run', () => {
    const scripts = Array.from(dockerfile.matchAll(/npm run (\S+)/g), ([, name]) => name ?? '')
    expect(scripts).toEqual(['package'])
    for (const name of scripts) expect(Object.keys(manifest.scripts)).toContain(name)
    const [, started = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
    const [program, file = '', ...options] = z.array(z.string()).parse(JSON.parse(started))
    const [, inPackage] = /^\/app\/node_modules\/verbatim\/(.+)$/.exec(file) ?? []
    expect([program, REQUIRED.includes(inPackage ?? '')]).toEqual(['node', true])
    for (const option of options) expect(read('server/setup/start-service.mjs')).toContain(option)
    const [, copied = ''] = /^COPY --chown=\S+ (\S.*) \.\/$/m.exec(dockerfile) ?? []
    expect(copied.split(' ')).toContain('package-lock.json')
    for (const name of copied.split(' ')) expect([name, existsSync(path.join(root, name))]).toEqual([name, true])
  })

  test('sets only settings that the service knows, and runs it as an unprivileged user', () => {
    const set = Array.from(/^ENV (HOST.*)$/m.exec(dockerfile)?.[1]?.matchAll(/(\w+)=/g) ?? [], ([, name]) => name)
    expect(set).toEqual(['HOST', 'PORT', 'VERBATIM_DATA'])
    for (const name of set) expect(Object.keys(settingsSchema.shape)).toContain(name)
    expect(Array.from(dockerfile.matchAll(/^USER (\S+)$/gm), ([, name]) => name)).toEqual(['node', 'node'])
  })

  test('has one volume, where the data is, and a check of its health', () => {
    expect(Array.from(dockerfile.matchAll(/^VOLUME (\S+)$/gm), ([, name]) => name)).toEqual(['/data'])
    expect(dockerfile).toContain('VERBATIM_DATA=/data')
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\/health/m)
  })

  test('installs what the service asks for on Debian', () => {
    const asked = Array.from(
      read('server/setup/install/system-programs.mjs').matchAll(
        /name: '(ffmpeg|pocketsphinx|python3)'[^}]*?apt: '([^']+)'/gs,
      ),
      ([, , apt = '']) => apt.split(' '),
    )
    expect(asked.flat().length).toBeGreaterThan(3)
    // ffmpeg is built from Debian's source instead.
    expect(dockerfile).toContain('apt-get source ffmpeg')
    for (const name of asked.flat()) expect(dockerfile).toContain(` ${name}`)
  })

  test('takes nothing along that belongs to this machine', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.git', '.verbatim', 'node_modules', 'dist']) expect(ignored).toContain(name)
  })
})

describe('deploy/', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) =>
    kindSchema.parse(document.toJS()),
  )
  const of = (kind: string) => documents.filter((one) => one.kind === kind)
  const deployment = deploymentSchema.parse(of('Deployment')[0])
  const [container] = deployment.spec.template.spec.containers

  test('kubernetes.yaml has what a fleet needs, with one name and label', () => {
    expect(documents.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
      'Service',
    ])
    expect(new Set(documents.map(({ metadata }) => metadata.name))).toEqual(new Set(['verbatim']))
  })

  test('kubernetes.yaml sets only settings that the service knows', () => {
    const names = container?.env.map(({ name }) => name) ?? []
    expect(names).toContain('BASE_URL')
    const known = [...Object.keys(settingsSchema.shape), 'INNGEST_DEV']
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  test('the probes ask an operation that says whether a process is ready', () => {
    expect(container?.readinessProbe.httpGet.path).toBe(getReadiness.path)
    expect(container?.startupProbe.httpGet.path).toBe(getReadiness.path)
    for (const file of ['Caddyfile', 'traefik.yml']) expect(read(`deploy/${file}`)).toContain(getReadiness.path)
  })

  test('metrics that scale it are exported', () => {
    const exported = metrics().registry.getMetricsAsArray()
    expect(exported.map(({ name }) => name)).toContain('verbatim_slots')
    expect(JSON.stringify(of('HorizontalPodAutoscaler'))).toContain('verbatim_slots')
  })

  test('traefik.yml is YAML with a router and a service', () => {
    expect(parse(read('deploy/traefik.yml'))).toMatchObject({
      http: { routers: { verbatim: { service: 'verbatim' } }, services: { verbatim: { loadBalancer: {} } } },
    })
  })

  test.skipIf(!has('caddy'))('Caddy takes the Caddyfile', () => {
    const { status, stderr } = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    expect([status, stderr]).toEqual([0, expect.any(String)])
  })

  test.skipIf(!has('nginx') || !has('openssl'))('nginx takes nginx.conf', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-nginx-'))
    const [key, certificate, file] = ['key', 'pem', 'nginx.conf'].map((name) => path.join(folder, name))
    const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=verbatim.example']
    spawnSync('openssl', ['req', ...made, '-keyout', key ?? '', '-out', certificate ?? ''])
    const site = read('deploy/nginx.conf')
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
    await writeFile(file ?? '', `pid ${folder}/pid; events {} http { ${site} }`)
    const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-c', file ?? ''], { encoding: 'utf8' })
    await rm(folder, { recursive: true })
    expect([status, stderr]).toEqual([0, ''])
  })
})
