import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** What stands under a heading of the README, without the heading. Throws where there is none. */
export async function readmeSection(title: string): Promise<string> {
  const readme = await readFile(path.join(process.cwd(), 'README.md'), 'utf8')
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${title}\n`))
  if (!section) throw new Error(`the README has no section "${title}"`)
  return section.slice(title.length).trim()
}
