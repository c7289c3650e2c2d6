import { type Client, DEFAULT_GRANT_TYPES } from './client'

function pinned(id: string, name: string, redirectUris: readonly string[]): [string, Client] {
  return [id, { id, name, redirectUris, grantTypes: DEFAULT_GRANT_TYPES, secretHash: null }]
}

/**
 * The metadata documents of well-known clients, by their exact address. They are kept here because some of their hosts
 * refuse to be asked by servers.
 */
export const PINNED_CLIENTS: ReadonlyMap<string, Client> = new Map([
  pinned('https://claude.ai/oauth/mcp-oauth-client-metadata', 'Claude', ['https://claude.ai/api/mcp/auth_callback']),
  pinned('https://claude.ai/oauth/claude-code-client-metadata', 'Claude Code', [
    'http://localhost/callback',
    'http://127.0.0.1/callback',
  ]),
  pinned('https://chatgpt.com/oauth/client.json', 'ChatGPT', ['https://chatgpt.com/connector_platform_oauth_redirect']),
  pinned('https://chatgpt.com/oauth/codex/client.json', 'Codex', [
    'http://127.0.0.1/callback',
    'http://localhost/callback',
  ]),
  pinned('https://vscode.dev/oauth/client-metadata.json', 'Visual Studio Code', [
    'http://127.0.0.1:33418/',
    'https://vscode.dev/redirect',
  ]),
])
