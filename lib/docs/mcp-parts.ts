import { TOOLS } from '@/lib/mcp/tools'
import { env } from '@/lib/platform/env'

/** A link that adds the connector to Cursor. https://cursor.com/docs/mcp/install-links */
export function cursorLink(): string {
  const config = Buffer.from(JSON.stringify({ url: `${env().baseUrl}/mcp` })).toString('base64')
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=verbatim&config=${encodeURIComponent(config)}`
}

/** A link that adds the connector to VS Code. https://code.visualstudio.com/api/extension-guides/ai/mcp */
export function vscodeLink(): string {
  const server = { name: 'verbatim', type: 'http', url: `${env().baseUrl}/mcp` }
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`
}

/** The tools of the connector as a table: what each is for, and the scopes it needs. */
export function toolTable(): string {
  const rows = TOOLS.map(({ name, title, scopes }) => {
    const needed = scopes.map((scope) => `\`${scope}\``).join(', ')
    return `| \`${name}\` | ${title} | ${needed} |`
  })
  return ['| tool | what it does | scope |', '| --- | --- | --- |', ...rows].join('\n')
}
