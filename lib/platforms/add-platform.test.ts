import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'
import { COMPILER } from '@/server/setup/build/build-server.mjs'

/** The folder of a platform, as CONTRIBUTING describes it. */
const FOLDER: Readonly<Record<string, string>> = {
  'platform.ts': `
    export const madeup = {
      id: 'madeup',
      name: 'Made Up',
      mark: 'MU',
      hosts: ['madeup.example'],
      page: { address: /^madeup\\.example\\/clip\\/\\d+/ },
      hasCaptions: true,
      lists: 'drawers of clips',
      timeLink: '?at={}',
      player: {
        origin: 'https://player.madeup.example',
        protocol: async () => { throw new Error('unused') },
        address: (videoId) => 'https://player.madeup.example/' + videoId,
        embedUrl: (videoId) => 'https://player.madeup.example/' + videoId,
      },
    }`,
  'links.ts': `
    import { damagedLink } from '@/lib/sources/recognise/link-problems'
    import { listLink } from '@/lib/sources/recognise/list-link'
    import { recording } from '@/lib/sources/recognise/recognised'
    const read = (url) => {
      const [, kind, id] = /^\\/(clip|drawer)\\/(\\d+)/.exec(url.pathname) ?? []
      const link = 'https://madeup.example/' + kind + '/' + id
      if (kind === 'drawer') return listLink({ platform: 'madeup', list: 'playlist', url: link })
      if (!id) throw damagedLink('This link names no clip.')
      return recording({ platform: 'madeup', videoId: id, url: link })
    }
    export const madeupLinks = { read, appLinks: [[/^madeup:(\\d+)$/, 'https://madeup.example/clip/$1']] }`,
  'extractors.ts': `
    import { madeupLinks } from './links'
    const track = {
      lang: 'en',
      name: null,
      source: 'captions',
      body: { kind: 'text', text: 'WEBVTT\\n\\n00:01.000 --> 00:02.000\\nHello from a drawer\\n' },
    }
    const probe = async () => ({
      title: 'A clip', author: null, thumbnailUrl: null, publishedAt: null, durationMs: 3000,
      kind: 'video', spokenLang: 'en', tracks: [track], audio: null,
    })
    export const madeupSource = {
      links: madeupLinks,
      hosts: ['madeup.example'],
      ytDlp: { recordings: ['MadeUp'] },
      extractors: () => [{ name: 'madeup', timeoutMs: 1000, probe }],
      probe: 'https://madeup.example/clip/1',
    }`,
}

const LISTS: Readonly<Record<string, readonly [from: string, to: string][]>> = {
  'platforms.ts': [
    ['import type { PlatformFacts }', "import { madeup } from './madeup/platform'\nimport type { PlatformFacts }"],
    ['  loom,\n] as const', '  loom,\n  madeup,\n] as const'],
  ],
  'site-sources.ts': [
    ['import type { SiteSource }', "import { madeupSource } from './madeup/extractors'\nimport type { SiteSource }"],
    ['  vimeo: vimeoSource,\n', '  vimeo: vimeoSource,\n  madeup: madeupSource,\n'],
  ],
}

const QUESTIONS = `
  import { words as home } from '@/components/home/words'
  import { words as imports } from '@/components/imports/words'
  import { recogniseHint } from '@/components/source-form/recognise-hint'
  import { isPlatformLink } from '@/extension/src/page/platform-link'
  import { openApiDocument } from '@/lib/api/openapi'
  import { timeUrl } from '@/lib/captions/time-url'
  import { setEnv } from '@/lib/core/env'
  import { siteSentences } from '@/lib/docs/generated-parts'
  import { readMarkdown } from '@/lib/docs/read-markdown'
  import { configuredProbes } from '@/lib/health/doctor/live/read-probes'
  import { libraryQuerySchema } from '@/lib/library/contract'
  import { getTranscript } from '@/lib/mcp/tools/get-transcript'
  import { importInput } from '@/lib/mcp/tools/import-podcast'
  import { PLATFORM_NAMES } from '@/lib/platforms/platforms'
  import { EMBED_HEADERS } from '@/lib/publishing/embed'
  import { extractorsFor } from '@/lib/sources/extractors/extractors-for'
  import { tryExtractors } from '@/lib/sources/extractors/try-extractors'
  import { outcome } from '@/lib/sources/recognise/testing/outcome'
  import { recognise } from '@/lib/sources/recognise/recognise'
  import { generatedFiles } from '@/sdk/generate/generated-files'
  setEnv({ BASE_URL: 'https://verbatim.example' })
  const link = 'https://madeup.example/clip/42'
  const { ref } = recognise(link)
  const requested = { requestedLang: 'en', strict: false }
  const signal = new AbortController().signal
  const answer = await tryExtractors(extractorsFor(ref), { ref, requested, signal, trace: [] })
  const files = generatedFiles()
  const answers = {
    links: [link, 'madeup:42', 'https://madeup.example/drawer/7', 'https://madeup.example/'].map(outcome),
    captions: answer.captions.segments,
    filter: libraryQuerySchema.parse({ platform: 'madeup' }).platform,
    name: [PLATFORM_NAMES.madeup, recogniseHint(link)],
    time: timeUrl('madeup', link, 3_500),
    page: isPlatformLink(link, false),
    probe: configuredProbes().filter(({ platform }) => platform === 'madeup'),
    policy: EMBED_HEADERS['content-security-policy'],
    texts: {
      home: JSON.stringify(home), imports: imports.noneHow, readme: siteSentences(),
      tool: getTranscript.description, list: importInput.shape.url.description,
      sources: await readMarkdown('sources'), podcasts: await readMarkdown('podcasts'),
    },
    ids: {
      openapi: JSON.stringify(openApiDocument().components.schemas.Transcript.properties.platform),
      transcripts: await readMarkdown('transcripts'),
      typescript: files.get('sdk/typescript/src/schema.ts'), python: files.get('sdk/python/src/verbatim/schema.py'),
      times: files.get('sdk/python/src/verbatim/platforms.py'),
    },
  }
  process.stdout.write(JSON.stringify(answers), () => process.exit(0))`

/** Compiles the project as if the folder and the lines were in it. */
function withPlatform(folder: string, lists: string): Plugin {
  return {
    name: 'platform',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^\.\/madeup\// }, ({ path: name }) => ({
        path: path.join(folder, `${path.basename(name)}.ts`),
      }))
      onLoad({ filter: /lib\/platforms\/(?:platforms|site-sources)\.ts$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8')
        const changed = (LISTS[path.basename(file)] ?? []).reduce((before, [from, to]) => {
          if (!before.includes(from)) throw new Error(`${file} has no ${from}`)
          return before.replace(from, to)
        }, text)
        return { contents: changed, loader: 'ts', resolveDir: lists }
      })
    },
  }
}

test('a platform is known everywhere by its folder and a line in each list', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'madeup-'))
  const root = COMPILER.absWorkingDir
  const program = path.join(root, 'dist', 'run', `${path.basename(folder)}.mjs`)
  try {
    for (const [name, text] of Object.entries(FOLDER)) await writeFile(path.join(folder, name), text)
    await mkdir(path.dirname(program), { recursive: true })
    await build({
      ...COMPILER,
      stdin: { contents: QUESTIONS, resolveDir: root, loader: 'ts' },
      plugins: [withPlatform(folder, path.join(root, 'lib', 'platforms'))],
      sourcemap: false,
      outfile: program,
    })
    const { stdout } = await promisify(execFile)(process.execPath, [program], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    })
    const { policy, texts, ids, ...known } = JSON.parse(stdout)
    expect(known).toEqual({
      links: ['madeup 42', 'madeup 42', 'list madeup', 'invalid_url'],
      captions: [expect.objectContaining({ text: 'Hello from a drawer', startMs: 1000 })],
      filter: 'madeup',
      name: ['Made Up', 'Made Up'],
      time: 'https://madeup.example/clip/42?at=3',
      page: true,
      probe: [{ platform: 'madeup', url: 'https://madeup.example/clip/1' }],
    })
    expect(policy).toContain('https://player.madeup.example')
    for (const [where, text] of Object.entries(texts)) expect(text, where).toContain('Made Up')
    for (const [where, text] of Object.entries(ids)) expect(text, where).toContain('madeup')
  } finally {
    await rm(program, { force: true })
    await rm(folder, { recursive: true })
  }
})
