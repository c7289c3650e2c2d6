/** Links by which apps open one another, and the web's link to the same thing. */
const APP_LINKS: readonly (readonly [RegExp, string])[] = [
  [/^(?:vnd\.)?youtube(?:\.launch)?:(?:\/\/)?([\w-]{11})$/i, 'https://www.youtube.com/watch?v=$1'],
  [/^(?:vnd\.)?youtube(?:\.launch)?:\/\/(watch\?.*)$/i, 'https://www.youtube.com/$1'],
  [/^(?:vnd\.)?youtube(?:\.launch)?:(?:https?:)?\/\/((?:[\w-]+\.){0,3}(?:youtube\.com|youtu\.be)\/.*)$/i, 'https://$1'],
  [/^spotify:(?:\/\/)?(episode|show|track|album|artist|playlist)[:/](\w{22})/i, 'https://open.spotify.com/$1/$2'],
  [/^twitter:\/\/status\?id=(\d+)/i, 'https://x.com/i/status/$1'],
  [/^bilibili:\/\/video\/(\d+)/i, 'https://www.bilibili.com/video/av$1'],
  [/^bilibili:\/\/video\/(BV\w{10})/i, 'https://www.bilibili.com/video/$1'],
  [/^vimeo:\/\/(?:app\.vimeo\.com\/)?videos\/(\d+)/i, 'https://vimeo.com/$1'],
  [/^xhsdiscover:\/\/item\/([\da-f]{24})/i, 'https://www.xiaohongshu.com/explore/$1'],
  [/^snssdk\d{4}:\/\/aweme\/detail\/(\d+)/i, 'https://www.tiktok.com/@_/video/$1'],
  [/^facebook:(\d+)$/i, 'https://www.facebook.com/watch/?v=$1'],
  // Android: https://developer.chrome.com/docs/android/intents
  [/^intent:\/\/([^#]+)#Intent;.*$/i, 'https://$1'],
]

/** The web link of what an app's own link opens; any other text as it is. */
export function appLink(text: string): string {
  const found = APP_LINKS.find(([pattern]) => pattern.test(text))
  return found === undefined ? text : text.replace(...found)
}
