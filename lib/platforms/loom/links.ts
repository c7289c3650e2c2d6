import { pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { type LinkRules, type Rule, recording } from '@/lib/sources/recognise/recognised'

const PAGES = new Set(['loom.com', 'www.loom.com', 'useloom.com', 'www.useloom.com'])

/** A video's id, after its title in newer links. */
const idIn = (text: string | undefined) =>
  /^(?:.{0,200}-)?([\da-f]{32})(?:-[a-z]{1,8})?$/i.exec(text ?? '')?.[1]?.toLowerCase()

/** Links of Loom: shared videos and players. */
const read: Rule = (url) => {
  if (!PAGES.has(url.hostname)) return { kind: 'link', url }
  const [first = '', second] = pathSegments(url.pathname)
  if (first === 'share' && second === 'folder') {
    throw notOneRecording('a folder of videos')
  } else if (/^(?:share|embed|v|community)$/.test(first)) {
    const id = idIn(second)
    if (id) return recording({ platform: 'loom', videoId: id, url: `https://www.loom.com/share/${id}` })
  } else if (first !== '') {
    throw notOneRecording(first === 'i' ? 'a picture' : 'another page of Loom')
  }
  throw damagedLink('This Loom link is incomplete: it names no video. Copy the full link.')
}

export const loomLinks: LinkRules = { read }
