import { judgeUrl } from '@/lib/net/guard/judge-url'
import { appLink } from './app-link'
import { withScheme } from './link-parts'
import { damagedLink } from './link-problems'
import { applePodcasts } from './platforms/apple-podcasts'
import { bareId } from './platforms/bare-id'
import { bilibili } from './platforms/bilibili'
import { facebook } from './platforms/facebook'
import { instagram } from './platforms/instagram'
import { otherSites } from './platforms/other-sites'
import { rednote } from './platforms/rednote'
import { spotify } from './platforms/spotify'
import { tiktok } from './platforms/tiktok'
import { vimeo } from './platforms/vimeo'
import { x } from './platforms/x'
import { youtube } from './platforms/youtube'
import type { Recognised, Rule } from './recognised'
import { unwrap } from './unwrap'

const RULES: readonly Rule[] = [
  youtube,
  x,
  tiktok,
  facebook,
  instagram,
  rednote,
  bilibili,
  vimeo,
  applePodcasts,
  spotify,
  otherSites,
]
const MAX_WRAPPERS = 3

function recogniseUrl(url: URL, wrappers: number): Recognised {
  const inner = unwrap(url)
  if (inner !== null) {
    if (wrappers === MAX_WRAPPERS) throw damagedLink('This link redirects too many times. Paste the final link.')
    return recogniseUrl(judgeUrl(inner), wrappers + 1)
  }
  for (const rule of RULES) {
    const recognised = rule(url)
    if (recognised) return recognised
  }
  return { kind: 'link', url }
}

/**
 * What a pasted text means, told by the text alone: nothing is opened. It may be a link of any form, in a text or with
 * none of its scheme, or a bare YouTube id or BV number. A `URL` is taken as it stands.
 *
 * Throws Problem `invalid_url` for what is no link or lacks what it needs, `unsupported_source` for what is
 * neither a recording nor a list of them (a search, a site that is not read; `context.supported` says what is read), and `blocked_url` for a
 * scheme, user name, port or address that is never opened.
 */
export function recognise(pasted: string | URL): Recognised {
  if (pasted instanceof URL) return recogniseUrl(judgeUrl(pasted), 0)
  const text = withScheme(pasted)
  return recogniseUrl(judgeUrl(bareId(text) ?? appLink(text)), 0)
}
