import { lstatSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import path from 'node:path'

type Link = { source: string; target: string }

/**
 * Makes the links between library versions that npm packages can't carry, listed in `pg-symlinks.json` of the programs'
 * folder with paths like `native/lib/libpq.so.5`. The package's install script makes them too, unless it was not let.
 */
export async function repairSharedLibraries(root: string): Promise<void> {
  for (const { source, target } of await listedLinks(root)) {
    const link = path.join(path.dirname(root), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      await symlink(path.relative(path.dirname(target), source), link)
    } catch (error) {
      // Another start made it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function listedLinks(root: string): Promise<Link[]> {
  try {
    return JSON.parse(await readFile(path.join(root, 'pg-symlinks.json'), 'utf8')) as Link[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
