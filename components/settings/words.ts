/** What the page of settings says. */
export const words = {
  title: 'Settings',
  here: (email: string) => `You are here as ${email}.`,
  hereLocal: (email: string) => `The account of this machine, ${email}.`,
  appearance: 'Appearance',
  appearanceText: 'Light or dark, in this browser.',
  take: 'Take everything with you',
  takeText:
    "A zip archive of your account: your history, each text as JSON, plain text and SRT, your uploads' names, your usage and all other records. It is made while it downloads.",
  download: 'Download the archive',
  end: 'Delete the account',
  endText:
    'At once and for good: history, uploads, published pages, keys, connections and webhooks. Running jobs are cancelled, and so is a subscription.',
  endLocal: 'This machine then begins with an empty account.',
  endAsk: 'Delete the account …',
  endConfirm: (email: string) => `Type ${email} to confirm`,
  endDo: 'Delete everything',
  endKeep: 'Keep the account',
} as const
