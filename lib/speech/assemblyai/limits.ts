/** The longest recording AssemblyAI transcribes. */
export const MAX_SECONDS = 36_000

/** The largest file that can be uploaded. A file that AssemblyAI fetches by its URL may have up to 5 GB. */
export const MAX_UPLOAD_BYTES = 2_200_000_000
