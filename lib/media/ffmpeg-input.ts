import path from 'node:path'

/**
 * Containers that hold their own media and can't point to other files. Playlists and scripts (concat, hls, dash, imf),
 * images and text formats must never join this list: they make ffmpeg open further files of the server.
 */
const DEMUXERS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,mpeg,mpegts,' +
  'mp3,aac,ac3,eac3,ogg,flac,wv,amr,wav,w64,aiff,caf,au'

/** The arguments with which ffmpeg and ffprobe read an untrusted file: local files and closed containers only. */
export function ffmpegInput(file: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', DEMUXERS, '-i', `file:${path.resolve(file)}`]
}
