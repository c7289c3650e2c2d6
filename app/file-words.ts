/** What is said in plain text to whoever asks for a file and does not get it. */
export const words = {
  noFormat: 'There is no such format. Ask for json, text, srt, vtt or markdown.',
  noTranscript: 'There is no such transcript of yours, or it is not ready.',
  keyOnly: 'This server takes calls with an API key only.',
  signIn: 'Sign in first, then download again.',
  nameSome: (most: number) => `Name 1 to ${most} transcripts by their id.`,
  notPublished: 'Nothing is published here, or it is no longer.',
  noDocPage: 'There is no such page. See /llms.txt.',
} as const
