/** What the parts say that know no domain. */
export const words = {
  copied: 'Copied',
  copy: (what: string) => `Copy: ${what}`,
  noClipboard: 'The browser lets a page copy only over https or on localhost. Select the text and copy it by hand.',
  notCopied: 'It could not be copied. Select the text and copy it by hand.',
} as const
