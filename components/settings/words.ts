/** The texts of the page of settings. */
export const words = {
  title: 'Settings',
  here: (email: string) => `Signed in as ${email}.`,
  hereLocal: (email: string) => `This machine’s account, ${email}.`,
  appearance: 'Appearance',
  appearanceText: 'The theme of this browser.',
  vocabulary: 'Vocabulary',
  vocabularyText:
    'Custom spellings for names and terms. Transcription of your uploads uses them, and the editor suggests them.',
  vocabularySaved: 'Vocabulary saved',
  spelling: 'Spelling',
  misspelling: 'Replaces (optional)',
  insteadOf: (misspelling: string) => `replaces ${misspelling}`,
  addSpelling: 'Add spelling',
  removeSpelling: (spelling: string) => `Remove ${spelling}`,
  take: 'Export your data',
  takeText:
    'Download a zip archive of your account: your transcripts as JSON, plain text and SRT, the names of your uploads, your usage and all other records. Uploaded media is not included.',
  download: 'Download archive',
  end: 'Delete account',
  endText:
    'Permanently deletes your transcripts, uploads, public pages, API key, connections and webhooks. Running jobs and your subscription are cancelled.',
  endLocal: 'This machine then starts with an empty account.',
  endAsk: 'Delete account…',
  endConfirm: (email: string) => `Type ${email} to confirm`,
  endDo: 'Delete account',
  endKeep: 'Cancel',
} as const
