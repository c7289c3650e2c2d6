import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as lucide from 'lucide-react'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as drawn from './lucide'

const IMPORT = /import \{([^}]*)\} from '@\/components\/ui\/icons\/lucide'/g

type Icon = ComponentType<{ className?: string; strokeWidth?: number }>
const theirs: Record<string, unknown> = lucide
const isIcon = (value: unknown): value is Icon => typeof value === 'object' && value !== null && '$$typeof' in value

/** The icons that pages import, sorted. */
function usedIcons(): string[] {
  const files = ['app', 'components', 'pages'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  const imports = files
    .filter((file) => file.endsWith('.tsx') || file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORT)])
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/ as \w+$/, ''))
  return [...new Set(imports)].filter(Boolean).sort()
}

/** What the package draws within the frame. */
function shapesOf(name: string): string[] {
  const icon = theirs[name]
  if (!isIcon(icon)) throw new Error(`Lucide has no icon ${name}`)
  const markup = renderToStaticMarkup(createElement(icon))
  const shapes = [...markup.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)><\/\1>/g)].map(
    ([, tag, rest]) => `<${tag}${rest} />`,
  )
  return shapes.map((shape) => shape.replace(/-([a-z])(?=[\w-]*=")/g, (_, letter: string) => letter.toUpperCase()))
}

/** Laid out as the formatter does it. */
function draw(name: string): string {
  const shapes = shapesOf(name)
    .map((shape) => `    ${shape}`)
    .join('\n')
  return `export const ${name}: LucideIcon = (props) => (\n  <IconFrame {...props}>\n${shapes}\n  </IconFrame>\n)\n`
}

describe('the icons', () => {
  test('are those of Lucide that pages use', async () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('node_modules/lucide-react/package.json', 'utf8')))
    const head = `/**
 * The icons of Lucide ${version} that pages use, by the license beside this file. To have another one, import it from here by the name
 * it has at lucide.dev, and have this file written: npx vitest run -u --project unit components/ui/icons
 */
import { IconFrame, type LucideIcon } from './icon-frame'
`
    await expect([head, ...usedIcons().map(draw)].join('\n')).toMatchFileSnapshot('lucide.tsx')
  })

  test('are drawn as the package draws them', () => {
    const names = Object.keys(drawn)
    expect(names.length).toBeGreaterThan(50)
    const props = { className: 'size-4', strokeWidth: 1.75 }
    for (const [name, icon] of Object.entries(drawn)) {
      const original = theirs[name]
      if (!isIcon(original)) throw new Error(`Lucide has no icon ${name}`)
      const expected = renderToStaticMarkup(createElement(original, props))
      expect(renderToStaticMarkup(createElement(icon, props))).toBe(
        expected.replace(/class="lucide [^"]*size-4" aria-hidden="true"/, 'aria-hidden="true" class="size-4"'),
      )
    }
  })

  test('are passed over by screen readers, but for those with a label', () => {
    const labelled = { role: 'img', 'aria-label': 'Published' }
    expect(renderToStaticMarkup(createElement(drawn.Globe))).toContain('aria-hidden="true"')
    expect(renderToStaticMarkup(createElement(drawn.Globe, labelled))).not.toContain('aria-hidden')
    expect(renderToStaticMarkup(createElement(drawn.Globe, labelled))).toContain('role="img" aria-label="Published"')
  })

  test('come with their license', () => {
    const license = readFileSync('node_modules/lucide-react/LICENSE', 'utf8')
    expect(readFileSync('components/ui/icons/LICENSE.md', 'utf8')).toBe(license)
  })
})
