import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { childEnvironment } from '@/lib/core/programs/child-environment.mjs'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { findPrograms, type Programs, programsIn } from './find-programs'

export type Location = {
  programs: Programs
  /** The database cluster: what PostgreSQL calls its data directory. */
  cluster: string
  /** Under whom the programs run; null: under our own user. */
  user: SystemUser | null
}

/** The folder of programs and data that PostgreSQL's user could not reach in the clone. */
const SHARED_ROOT = '/var/lib/verbatim'

/**
 * Chooses where PostgreSQL lives: in `home`, with the programs out of node_modules. Running as root, its user may not
 * get there (a clone below a home of mode 700): then programs and data are put under /var/lib/verbatim, in a folder
 * named after the home. A cluster that exists already stays where it is.
 */
export async function chooseLocation(home: string): Promise<Location> {
  const programs = await findPrograms()
  const inside = path.join(home, 'data')
  if (process.getuid?.() !== 0) return { programs, cluster: inside, user: null }

  const shared = path.join(SHARED_ROOT, createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 12))
  const existing = [inside, path.join(shared, 'data')].find((folder) => existsSync(folder))
  const user = chooseUser(existing ? statSync(existing) : null)
  if (!existing) await letThrough(path.dirname(home), user)
  const reachable = existing ? existing === inside : canEnter(home, user)
  return {
    user,
    programs: canRun(programs.postgres, user) ? programs : await copyPrograms(programs, shared),
    cluster: reachable ? inside : path.join(await makeShared(shared, user), 'data'),
  }
}

/** The user's own try is the only check that sees every folder above, access lists and mount options. */
function canRun(program: string, user: SystemUser | null): boolean {
  return spawnSync(program, ['--version'], { ...user, cwd: '/', env: childEnvironment(), stdio: 'ignore' }).status === 0
}

function canEnter(folder: string, user: SystemUser | null): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/', env: childEnvironment(), stdio: 'ignore' })
      .status === 0
  )
}

/** Lets the group of PostgreSQL's user enter, but not read, a private data folder of root, as temporary folders are. */
async function letThrough(dataDir: string, user: SystemUser | null): Promise<void> {
  const { uid, mode } = statSync(dataDir)
  if (user && uid === 0 && (mode & 0o077) === 0 && canEnter(path.dirname(dataDir), user)) {
    await chown(dataDir, uid, user.gid)
    await chmod(dataDir, 0o710)
  }
}

async function makeShared(shared: string, user: SystemUser | null): Promise<string> {
  for (const folder of [SHARED_ROOT, shared]) {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o755)
  }
  if (user) await chown(shared, user.uid, user.gid)
  return shared
}

async function copyPrograms(programs: Programs, shared: string): Promise<Programs> {
  const target = path.join(shared, `postgresql-${programs.version}`)
  const copied = programsIn(target, programs.version)
  if (existsSync(target)) return copied
  await makeShared(shared, null)
  const partial = `${target}.partial-${process.pid}`
  await rm(partial, { recursive: true, force: true })
  await cp(programs.root, partial, { recursive: true, verbatimSymlinks: true })
  await chmod(partial, 0o755)
  await rename(partial, target)
  return copied
}

/** A system user, as `child_process` takes it. */
type SystemUser = { uid: number; gid: number }

const OWN_USER = 'verbatim'

/**
 * The user that runs PostgreSQL; null for our own user. PostgreSQL refuses to run as root; then it is the owner of
 * existing data, an existing `postgres`, a new system user, or the unprivileged default user.
 */
function chooseUser(owner: { uid: number; gid: number } | null): SystemUser | null {
  if (process.getuid?.() !== 0) return null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = findUser('postgres') ?? findUser(OWN_USER) ?? makeUser() ?? findUser('nobody')
  if (!user)
    throw new SetupError(
      'PostgreSQL does not run as root, and this system has no other user. Make one: useradd --system postgres',
    )
  return user
}

function makeUser(): SystemUser | null {
  const commands = [
    ['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_USER],
    ['adduser', '-S', '-D', '-H', OWN_USER],
  ] as const
  for (const [program, ...args] of commands) {
    if (spawnSync(program, args, { env: childEnvironment(), stdio: 'ignore' }).status === 0) return findUser(OWN_USER)
  }
  return null
}

function findUser(name: string): SystemUser | null {
  const uid = idNumber('-u', name)
  const gid = idNumber('-g', name)
  return uid === null || gid === null ? null : { uid, gid }
}

function idNumber(flag: '-u' | '-g', user: string): number | null {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8', env: childEnvironment() })
  return status === 0 ? Number(stdout) : null
}
