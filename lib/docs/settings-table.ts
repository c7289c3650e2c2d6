import type { z } from 'zod'
import { SETTING_SECTIONS } from '@/lib/core/settings'

type Row = { name: string; unset: string; description: string }

/** Settings that are read outside the schema: by the log, by Inngest's SDK, and one for each platform. */
const OTHER_ROWS: Readonly<Record<string, readonly Row[]>> = {
  'Links and platforms': [
    {
      name: 'EGRESS_PROXY_URL_YOUTUBE',
      unset: '`EGRESS_PROXY_URL`',
      description: 'A proxy for one platform; `EGRESS_PROXY_URL_TIKTOK` and so on for the others.',
    },
  ],
  Monitoring: [
    {
      name: 'LOG_LEVEL',
      unset: '`info`',
      description: '`debug`, `info`, `warn` or `error`: JSON lines on standard error.',
    },
  ],
  'Inngest server': [
    {
      name: 'INNGEST_EVENT_KEY',
      unset: 'the embedded executor',
      description:
        'With the signing key: an Inngest server runs the durable functions ([scaling.md](scaling.md)). This key sends events to it.',
    },
    { name: 'INNGEST_SIGNING_KEY', unset: 'none', description: 'The key that signs the requests between the two.' },
    { name: 'INNGEST_BASE_URL', unset: 'Inngest Cloud', description: 'An Inngest server of your own.' },
    {
      name: 'INNGEST_DEV',
      unset: 'none',
      description: '`0` beside `INNGEST_BASE_URL`. `1`, and no other of these: the development server on this machine.',
    },
  ],
}

/** The value of an unset setting: its default, or the text of its description. */
function unsetValue(schema: z.ZodType): string {
  const unset = schema.meta()?.unset
  if (typeof unset === 'string') return unset
  const parsed = schema.def.type === 'pipe' ? undefined : schema.safeParse(undefined).data
  return parsed === undefined ? 'none' : `\`${parsed}\``
}

function rowsOf(title: string, section: Readonly<Record<string, z.ZodType>>): Row[] {
  const own = Object.entries(section).map(([name, schema]) => ({
    name,
    unset: unsetValue(schema),
    description: schema.description ?? '',
  }))
  return [...own, ...(OTHER_ROWS[title] ?? [])]
}

function table(rows: readonly Row[]): string {
  const cells = [
    ['name', 'default', 'what it does'],
    ...rows.map(({ name, unset, description }) => [`\`${name}\``, unset, description]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** Every setting as Markdown: a heading of this level and a table for each section. */
export function settingsTables(level: number): string {
  const sections: Record<string, Readonly<Record<string, z.ZodType>>> = { ...SETTING_SECTIONS, 'Inngest server': {} }
  return Object.entries(sections)
    .map(([title, section]) => `${'#'.repeat(level)} ${title}\n\n${table(rowsOf(title, section))}`)
    .join('\n\n')
}

/** The page docs/settings.md. */
export function settingsDocument(): string {
  return `# Settings

All settings are environment variables, and none has to be set: \`PORT=4000 npm start\`. An empty one counts as not set. The
service checks them at its start and names every one that is wrong.

${settingsTables(2)}
`
}
