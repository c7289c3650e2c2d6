const BY_EXTENSION: Readonly<Record<string, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
}

/** The media type of a chosen file: the browser's word, else by the name's ending, which some systems leave to us. */
export function mediaTypeOf({ name, type }: { name: string; type: string }): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return type || BY_EXTENSION[extension] || 'application/octet-stream'
}
