import { judgeUrl } from '@/lib/net/judge-url'
import { appLink } from './app-link'
import { applePodcasts } from './apple-podcasts'
import { bareId } from './bare-id'
import { bilibili } from './bilibili'
import { facebook } from './facebook'
import { instagram } from './instagram'
import { otherSites } from './other-sites'
import type { Recognised, Rule } from './recognised'
import { rednote } from './rednote'
import { damagedLink } from './refuse'
import { spotify } from './spotify'
import { tiktok } from './tiktok'
import { unwrap } from './unwrap'
import { vimeo } from './vimeo'
import { withScheme } from './with-scheme'
import { x } from './x'
import { youtube } from './youtube'

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
    if (wrappers === MAX_WRAPPERS) throw damagedLink('This link only leads to other links. Paste the one at their end.')
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
 * Throws Problem `invalid_url` for what is no link or lacks what it needs, `unsupported_source` for what is not one
 * recording (a playlist, a channel, a site that is not read; `context.supported` says what is), and `blocked_url` for a
 * scheme, user name, port or address that is never opened.
 */
export function recognise(pasted: string | URL): Recognised {
  if (pasted instanceof URL) return recogniseUrl(judgeUrl(pasted), 0)
  const text = withScheme(pasted)
  return recogniseUrl(judgeUrl(bareId(text) ?? appLink(text)), 0)
}
