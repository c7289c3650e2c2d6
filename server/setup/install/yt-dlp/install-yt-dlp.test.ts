import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { versionOf } from './find-yt-dlp.mjs'
import { installYtDlp, REQUIREMENTS } from './install-yt-dlp.mjs'

const root = mkdtempSync(path.join(tmpdir(), 'install-yt-dlp-'))
const bin = path.join(root, 'bin')
const folder = path.join(root, 'data', 'yt-dlp')
const launcher = path.join(folder, 'current', 'yt-dlp')
const failureNote = path.join(root, 'stamps', 'failed')
const calls = path.join(root, 'calls')
const { PATH, YTDLP_PATH } = process.env
let said: string[] = []

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '.')

function program(name: string, script: string): void {
  writeFileSync(path.join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${calls}'\n${script}\n`)
  chmodSync(path.join(bin, name), 0o755)
}

/** A Python that knows pip, and whose yt-dlp is what lies in the folder that it is given and reads the page it is tried on. */
function python({ pip, reads = READS }: { pip: string; reads?: string }): void {
  program(
    'python3',
    `case "$*" in
      *version_info*) echo "$0" ;;
      *"--print urls"*) ${reads} ;;
      *"pip install"*) for last; do :; done; lib=$(echo "$*" | sed 's/.*--target //; s/ .*//'); ${pip} ;;
      *yt_dlp*) cat "$4/version" ;;
    esac`,
  )
}

const pipGives = (version: string) => `mkdir -p "$lib" && echo ${version} > "$lib/version"`
const READS = 'echo http://verbatim-test.invalid/talk.mp3'
/** As real pip: each package has a folder that says its release. */
const pipGivesAll = (version: string, refuses = 'nothing') => `
  case "$*" in *${refuses}*) echo "ERROR: no ${refuses}"; exit 1 ;; esac
  case "$*" in *dlp-requirements*) mkdir -p "$lib/yt_dlp-${version}.dist-info" && echo ${version} > "$lib/version" ;; esac
  case "$*" in *default*) mkdir -p "$lib/yt_dlp_ejs-0.8.0.dist-info" ;; esac
  case "$*" in *curl-cffi*) mkdir -p "$lib/curl_cffi-0.16.3.dist-info" ;; esac`
const PIP_FAILS = 'echo "ERROR: no network"; exit 1'

function install(options: { retry?: boolean } = {}) {
  said = []
  const places = { folders: [folder], failureNote, requirements: REQUIREMENTS }
  return installYtDlp({ ...options, say: (line) => said.push(line), places })
}

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(bin, { recursive: true })
  mkdirSync(path.dirname(folder))
  writeFileSync(calls, '')
  delete process.env.YTDLP_PATH
  // The stand-ins need only these programs of the system.
  for (const name of ['sh', 'sed', 'cat', 'mkdir', 'dirname', 'cp']) {
    const real = ['/bin', '/usr/bin'].map((dir) => path.join(dir, name)).find((file) => existsSync(file))
    writeFileSync(path.join(bin, name), `#!/bin/sh\nexec ${real} "$@"\n`, { mode: 0o755 })
  }
  process.env.PATH = bin
})
afterAll(() => {
  process.env.PATH = PATH
  if (YTDLP_PATH !== undefined) process.env.YTDLP_PATH = YTDLP_PATH
  rmSync(root, { recursive: true, force: true })
})

describe('installYtDlp', () => {
  it('installs a private copy that runs, once', async () => {
    python({ pip: pipGives(daysAgo(5)) })
    await install()
    expect(said).toEqual(['Installing yt-dlp into the data folder …'])
    expect(await versionOf(launcher)).toBe(daysAgo(5))
    expect(readdirSync(path.dirname(folder))).toEqual(['yt-dlp'])
    writeFileSync(calls, '')
    await install()
    expect([said, readFileSync(calls, 'utf8')]).toEqual([[], ''])
  })

  it('names the command where it fails, and does not try again on every start', async () => {
    python({ pip: PIP_FAILS })
    await install()
    expect(said[1]).toContain('pip: ERROR: no network')
    expect(said.at(-1)).toBe(
      'Missing: yt-dlp, for links to most platforms. Install it: pip install "yt-dlp[default,curl-cffi]"',
    )
    await install()
    expect(said).toEqual([
      'Missing: yt-dlp, for links to most platforms. Install it: pip install "yt-dlp[default,curl-cffi]"',
    ])
    python({ pip: pipGives(daysAgo(5)) })
    await install({ retry: true })
    expect(existsSync(failureNote)).toBe(false)
    expect(existsSync(launcher)).toBe(true)
  })

  it('says what is missing where there is no Python, or only an old one', async () => {
    await install()
    expect(said[1]).toContain('there is no Python 3.10 or newer')
    program('python3', 'echo ""')
    await install({ retry: true })
    expect(said[1]).toContain('there is no Python 3.10 or newer')
  })

  it('keeps an old yt-dlp where no source has a newer one', async () => {
    python({ pip: pipGives(daysAgo(300)) })
    await install()
    expect(await versionOf(launcher)).toBe(daysAgo(300))
  })

  it.skipIf(!existsSync('/usr/share/keyrings/debian-archive-keyring.gpg'))(
    "fetches Debian's newest without the system's own sources, pins and hooks",
    async () => {
      python({ pip: pipGivesAll(daysAgo(300)) })
      program(
        'apt-config',
        `echo 'Acquire::http::Proxy "http://proxy.example:3128";'; echo 'APT::Update::Post-Invoke "x";'`,
      )
      const configuration = path.join(root, 'apt.conf')
      program(
        'apt-get',
        `case "$*" in indextargets*) echo http://mirror.example/debian-security/; echo http://mirror.example/debian/; exit ;; esac; cp "$APT_CONFIG" '${configuration}'; cp sources.list '${configuration}.list'; case "$*" in *download*) echo deb > yt-dlp_1_all.deb ;; esac`,
      )
      program(
        'dpkg-deb',
        `mkdir -p "$3/usr/lib/python3/dist-packages" && echo ${daysAgo(9)} > "$3/usr/lib/python3/dist-packages/version"`,
      )
      await install()
      expect(await versionOf(launcher)).toBe(daysAgo(9))
      const written = readFileSync(configuration, 'utf8')
      expect(written).toContain('Acquire::http::Proxy "http://proxy.example:3128";')
      expect(written).toContain('Dir::Etc::parts "/dev/null";')
      expect(written).not.toContain('Post-Invoke')
      expect(readFileSync(`${configuration}.list`, 'utf8')).toMatch(/ http:\/\/mirror.example\/debian\/ sid main\n$/)
      expect(readdirSync(path.dirname(folder))).toEqual(['yt-dlp'])
    },
  )

  it('installs what yt-dlp needs besides itself', async () => {
    python({ pip: pipGivesAll(daysAgo(5)) })
    await install()
    expect(said).toEqual(['Installing yt-dlp into the data folder …'])
    expect(existsSync(path.join(folder, 'current', 'lib', 'curl_cffi-0.16.3.dist-info'))).toBe(true)
  })

  it('installs what is to be had, and says at every start what is missing and which platforms suffer', async () => {
    python({ pip: pipGivesAll(daysAgo(5), 'curl-cffi') })
    await install()
    const suffering = 'yt-dlp runs without the package curl_cffi: some platforms may refuse it.'
    expect(said.slice(1)).toEqual(['yt-dlp was installed without curl_cffi (pip: ERROR: no curl-cffi).', suffering])
    await install()
    expect(said).toEqual([suffering])
    rmSync(folder, { recursive: true })
    python({ pip: pipGivesAll(daysAgo(5), 'default') })
    await install()
    expect(said.at(-2)).toContain('without the package yt-dlp-ejs: formats of YouTube are missing')
    expect(said.at(-1)).toBe(suffering)
    expect(await versionOf(launcher)).toBe(daysAgo(5))
  })

  it('does not take a yt-dlp that reads nothing', async () => {
    python({ pip: pipGives(daysAgo(5)), reads: 'echo "ERROR: Unsupported URL"; exit 1' })
    await install()
    expect(said[1]).toContain('does not read a page that it should read (yt-dlp: ERROR: Unsupported URL)')
    expect(existsSync(launcher)).toBe(false)
  })

  it('replaces a copy of an older version of Verbatim, which has no extras', async () => {
    mkdirSync(path.join(folder, 'lib'), { recursive: true })
    writeFileSync(path.join(folder, 'yt-dlp'), `#!/bin/sh\necho ${daysAgo(5)}\n`, { mode: 0o755 })
    python({ pip: PIP_FAILS })
    await install()
    expect(existsSync(path.join(folder, 'yt-dlp'))).toBe(true)
    python({ pip: pipGivesAll(daysAgo(5)) })
    await install({ retry: true })
    expect(readdirSync(folder).sort()).toEqual(['current', 'versions'])
    expect(await versionOf(launcher)).toBe(daysAgo(5))
  })

  it('leaves alone what is good enough: the one of the operator, and a new one on PATH', async () => {
    program('yt-dlp', `echo ${daysAgo(30)}`)
    await install()
    expect(said).toEqual([])
    process.env.YTDLP_PATH = '/opt/yt-dlp'
    rmSync(path.join(bin, 'yt-dlp'))
    await install()
    expect(said).toEqual([])
  })

  it('does not take a years-old one on PATH for enough', async () => {
    program('yt-dlp', 'echo 2023.03.04')
    python({ pip: pipGives(daysAgo(5)) })
    await install()
    expect(await versionOf(launcher)).toBe(daysAgo(5))
  })
})
