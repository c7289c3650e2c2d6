const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** `url`: the address of the public page. Pixels. */
export type EmbedFrame = { url: string; title: string; width: number; height: number }

/** The HTML that shows a published transcript in a page. Browsers that show no frames have a link. */
export function embedHtml({ url, title, width, height }: EmbedFrame): string {
  const link = `<a href="${url}">${escapeHtml(title)}</a>`
  return `<iframe src="${url}/embed" title="${escapeHtml(title)}" width="${width}" height="${height}" loading="lazy" allow="clipboard-write; fullscreen" style="border:0;max-width:100%">${link}</iframe>`
}
