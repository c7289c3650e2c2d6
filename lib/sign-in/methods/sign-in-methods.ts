import type { OAuthConfig } from 'next-auth/providers/oauth'
import { env } from '@/lib/core/env'
import type { SignInMethods } from '../contract'
import { gitHubProvider } from './github-provider'
import type { Identity } from './identity'
import { oidcProvider } from './oidc-provider'

/** Where else somebody can prove who they are, as far as it is set up. */
export function issuers(): OAuthConfig<Identity>[] {
  const set = env()
  const found: OAuthConfig<Identity>[] = []
  if (set.OIDC_ISSUER && set.OIDC_CLIENT_ID && set.OIDC_CLIENT_SECRET) {
    const client = { clientId: set.OIDC_CLIENT_ID, clientSecret: set.OIDC_CLIENT_SECRET }
    found.push(oidcProvider({ id: 'oidc', name: set.OIDC_NAME, issuer: set.OIDC_ISSUER, ...client }))
  }
  if (set.GITHUB_CLIENT_ID && set.GITHUB_CLIENT_SECRET) {
    const client = { clientId: set.GITHUB_CLIENT_ID, clientSecret: set.GITHUB_CLIENT_SECRET }
    found.push(gitHubProvider({ url: set.GITHUB_URL, ...client }))
  }
  if (set.GOOGLE_CLIENT_ID && set.GOOGLE_CLIENT_SECRET) {
    const client = { clientId: set.GOOGLE_CLIENT_ID, clientSecret: set.GOOGLE_CLIENT_SECRET }
    found.push(oidcProvider({ id: 'google', name: 'Google', issuer: 'https://accounts.google.com', ...client }))
  }
  return found
}

/** Whether links to sign in can be had: by mail or, in local mode without a mail server, printed. */
export function hasLinks(): boolean {
  return env().MAIL_SERVER !== undefined || env().localMode
}

/** The ways in, as the page shows them. `isLocal`: to a browser that acts as the local account. */
export function signInMethods(isLocal = false): SignInMethods {
  const unmailed = isLocal ? 'shown' : 'printed'
  return {
    link: env().MAIL_SERVER ? 'mailed' : env().localMode ? unmailed : null,
    issuers: issuers().map(({ id, name }) => ({ id, name })),
  }
}
