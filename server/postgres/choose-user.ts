import { spawnSync } from 'node:child_process'
import { childEnvironment } from '@/lib/platform/programs/child-environment.mjs'
import { SetupError } from '@/server/setup/setup-error.mjs'

/** A system user, as `child_process` takes it. */
export type SystemUser = { uid: number; gid: number }

const OWN_USER = 'verbatim'

/**
 * The user under whom PostgreSQL runs: null for our own, since an ordinary user needs no other. PostgreSQL refuses to run
 * as root; then it is the owner of the data if there is one already, an existing `postgres`, a system user made for it,
 * or `nobody`.
 */
export function chooseUser(owner: { uid: number; gid: number } | null): SystemUser | null {
  if (process.getuid?.() !== 0) return null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = lookUp('postgres') ?? lookUp(OWN_USER) ?? makeUser() ?? lookUp('nobody')
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
    if (spawnSync(program, args, { env: childEnvironment(), stdio: 'ignore' }).status === 0) return lookUp(OWN_USER)
  }
  return null
}

function lookUp(name: string): SystemUser | null {
  const uid = idNumber('-u', name)
  const gid = idNumber('-g', name)
  return uid === null || gid === null ? null : { uid, gid }
}

function idNumber(flag: '-u' | '-g', user: string): number | null {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8', env: childEnvironment() })
  return status === 0 ? Number(stdout) : null
}
