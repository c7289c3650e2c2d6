/** The words of search results and previews of a published transcript. */
export const words = {
  untitled: 'Untitled recording',
  transcript: 'Transcript',
  transcriptOf: (title: string) => `Transcript of ${title}`,
  transcriptIn: (language: string) => `Transcript in ${language}`,
  transcriptFrom: (platform: string) => `Transcript from ${platform}`,
} as const
