/** The texts of parts that know no domain. */
export const words = {
  copied: 'Copied',
  copy: (what: string) => `Copy: ${what}`,
  noClipboard: 'Browsers allow copying only over https or on localhost. Select the text and copy it manually.',
  notCopied: 'Copying failed. Select the text and copy it manually.',
} as const
