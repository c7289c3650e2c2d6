import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findOnPath } from '@/lib/core/programs/find-on-path.mjs'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'

/** A Python with pip, itself and not a version manager's stand-in; null where there is none. */
function findPython(): string | null {
  const program = findOnPath(['python3', 'python'])
  try {
    const script = 'import sys, pip; print(sys.executable)'
    return program && execFileSync(program, ['-c', script], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}
/** Empty where there is none. */
export const pythonWithPip = findPython() ?? ''

const programs = { python3: pythonWithPip, sh: findOnPath(['sh']) ?? '', dirname: findOnPath(['dirname']) ?? '' }

/** The release of a day so many days ago. */
export function versionOfDay(daysAgo: number): string {
  const day = new Date(Date.now() - daysAgo * 86_400_000)
  return [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()].join('.')
}

export type Wheel = { name: string; bytes: Buffer; sha256: string }

/**
 * A stub of yt-dlp as an index serves it. It prints its version and `comment`, reports that it read the page that tests
 * a copy, and does nothing else.
 */
export function ytDlpWheel(version: string, comment = '', page = 'http://verbatim-test.invalid/talk.mp3'): Wheel {
  return makeWheel(
    'yt_dlp',
    version,
    `
import sys
def main(): print("${page}" if "urls" in sys.argv else "${version} ${comment}")
`,
  )
}

/** A stub of the dependency that the extra `default` of yt-dlp adds. */
export const solver = () => makeWheel('yt_dlp_ejs', '0.8.0')
/** A stub of the dependency that the extra `curl-cffi` adds. */
export const curl = () => makeWheel('curl_cffi', '0.16.3')

const EXTRAS = `Provides-Extra: default
Provides-Extra: curl-cffi
Requires-Dist: yt-dlp-ejs ; extra == 'default'
Requires-Dist: curl-cffi ; extra == 'curl-cffi'
`

/** A package that has `code`, as an index gives it. The same bytes whenever it is made. */
export function makeWheel(project: string, version: string, code = ''): Wheel {
  const name = `${project}-${version}-py3-none-any.whl`
  const folder = mkdtempSync(path.join(tmpdir(), 'wheel-'))
  const file = path.join(folder, name)
  const script = `
import sys, zipfile
file, project, version, code, extras = sys.argv[1:]
info = f'{project}-{version}.dist-info'
with zipfile.ZipFile(file, 'w') as wheel:
    write = lambda name, text: wheel.writestr(zipfile.ZipInfo(name), text)
    write(f'{project}/__init__.py', code)
    write(f'{info}/METADATA', f'Metadata-Version: 2.1\\nName: {project}\\nVersion: {version}\\n{extras}')
    write(f'{info}/WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    write(f'{info}/RECORD', '')
`
  const extras = project === 'yt_dlp' ? EXTRAS : ''
  execFileSync(pythonWithPip, ['-c', script, file, project, version, code, extras])
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** A file of an index, with the hash that the index states for it, if any. */
type Offer = { wheel: Wheel; states: string | null }

/** Files whose right hashes the index states. */
export const vouchedFor = (...wheels: Wheel[]): Offer[] => wheels.map((wheel) => ({ wheel, states: wheel.sha256 }))

/** An index of Python packages on loopback, for the system's own pip. It offers nothing to begin with. */
export async function startPackageIndex() {
  let offers: Offer[] = []
  const before = { ...process.env }
  const server = await listenOnLoopback((request, response) => {
    const file = offers.find(({ wheel }) => request.url === `/files/${wheel.name}`)
    if (file) return void response.end(file.wheel.bytes)
    const link = ({ wheel: { name }, states }: Offer) =>
      `<a href="/files/${name}${states ? `#sha256=${states}` : ''}">${name}</a>`
    response.setHeader('content-type', 'text/html')
    response.end(`<!DOCTYPE html><html><body>${offers.map(link).join('\n')}</body></html>`)
  })
  const url = `${server.url}/simple`
  const forget = () => {
    for (const name of Object.keys(process.env)) if (name.startsWith('PIP_')) delete process.env[name]
  }
  return {
    offer: (next: Offer[]) => {
      offers = next
    },
    /** From now on pip knows this index alone, and of the programs on PATH there are Python and what a shell script takes. */
    isolate: (bin: string) => {
      rmSync(bin, { recursive: true, force: true })
      mkdirSync(bin, { recursive: true })
      for (const [name, program] of Object.entries(programs)) symlinkSync(program, path.join(bin, name))
      forget()
      delete process.env.YTDLP_PATH
      Object.assign(process.env, { PATH: bin, PIP_CONFIG_FILE: '/dev/null', PIP_NO_CACHE_DIR: '1', PIP_INDEX_URL: url })
    },
    close: () => {
      void server.stop()
      forget()
      Object.assign(process.env, before)
    },
  }
}
