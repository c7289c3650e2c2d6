/** What ffmpeg says when there is no room for what it writes. */
export const FULL_DISK = /No space left on device|Disk quota exceeded|File too large/
