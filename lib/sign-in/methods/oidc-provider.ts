import type { OAuthConfig } from 'next-auth/providers/oauth'
import { type Identity, identitySchema, toProfile } from './identity'

type Issuer = { id: string; name: string; issuer: string; clientId: string; clientSecret: string }

/** The claims of an ID token whose signature, issuer, audience and nonce have been checked. */
function parseClaims(idToken: string | undefined): Identity {
  const payload = idToken?.split('.')[1] ?? ''
  return identitySchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
}

/** Signing in with an OpenID Connect issuer: the code flow with state, nonce and PKCE. */
export function oidcProvider({ id, name, issuer, clientId, clientSecret }: Issuer): OAuthConfig<Identity> {
  return {
    id,
    name,
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId,
    clientSecret,
    // Safe, because `maySignIn` refuses an address that the issuer has not verified.
    allowDangerousEmailAccountLinking: true,
    userinfo: {
      async request({ client, tokens }) {
        const claims = parseClaims(tokens.id_token)
        if (claims.email !== '') return claims
        const { iss, sub } = claims
        const reported = identitySchema.parse({ iss, ...(await client.userinfo(tokens.access_token ?? '')) })
        // OpenID Connect Core §5.3.4: else a token could be another's.
        if (reported.sub !== sub) throw new Error('The user info of the issuer has another subject than its ID token.')
        return { ...reported, iss }
      },
    },
    profile: toProfile,
  }
}
