import type { Route } from './handle-request'
import { OTHER_SITES, otherSitesRoute } from './platforms/other-sites'
import { page, redirect, text } from './platforms/responses'

const frame = (id: string) => `<iframe src="https://www.youtube.com/embed/${id}"></iframe>`
const watchPage = (id: string) => `https://www.youtube.com/watch?v=${id}`

/** The caption file that is shared in Dropbox. */
const SHARED = 'WEBVTT\n\n00:01.000 --> 00:03.000\nHello from a shared file\n'

/** A link of each kind that people paste for a video of YouTube: `id`, on a page of two also `other`. */
export const linksTo = (id: string) =>
  ({
    short: 'https://bit.ly/talk',
    searched: `https://www.google.com/url?sa=t&q=${encodeURIComponent(watchPage(id))}&usg=x`,
    mailed: `https://urldefense.com/v3/__https://youtu.be/${id}__;!!abc!def$`,
    onePlayer: 'https://one-player.example/news',
    twoPlayers: 'https://two-players.example/news',
    inPlaylist: `${watchPage(id)}&list=PL1234567890`,
  }) as const

/** Links that lead to no video of YouTube. */
export const OTHER_LINKS = {
  dropbox: 'https://www.dropbox.com/scl/fi/abcdefghij/talk.vtt?rlkey=k&st=s&dl=0',
  notShared: 'https://drive.google.com/file/d/1SecretFile/view?usp=sharing',
  otherSite: OTHER_SITES.captioned,
} as const

/** The servers behind these links. */
export function linkedPagesRoutes(id: string, other: string): Route[] {
  const answer: Route = ({ host, path, url }) => {
    if (host === 'bit.ly') return path === '/talk' ? redirect(`https://youtu.be/${id}?si=x`) : undefined
    if (host === 'one-player.example') return page(`<!doctype html><p>News</p>${frame(id)}`)
    if (host === 'two-players.example') return page(`<!doctype html>${frame(id)}${frame(other)}`)
    if (host === 'www.dropbox.com' && new URL(url).searchParams.get('dl') === '1') return text(SHARED, 'text/vtt')
    if (host !== 'drive.usercontent.google.com') return undefined
    return redirect(`https://accounts.google.com/v3/signin?continue=${encodeURIComponent(url)}`)
  }
  return [answer, otherSitesRoute]
}
