/**
 * The paths that answer programs, below `/`, as the source of a pattern: Next's configuration takes it as text.
 * `/oauth/authorize` is a page.
 */
export const API_PATHS = '(?:v1|mcp|oauth(?!/authorize/?$)|\\.well-known)(?:/.*)?|health|ready|openapi\\.json'

/** The paths that are not those, as Next's configuration names them. */
export const PAGE_PATHS = `/((?!(?:${API_PATHS})$).*)`

export const CONNECTOR_PATH = '/mcp'
