/** The longest recording AssemblyAI transcribes. */
export const MAX_SECONDS = 36_000

/** The largest file it takes in an upload. At an address of its own a file may have up to 5 GB. */
export const MAX_UPLOAD_BYTES = 2_200_000_000
