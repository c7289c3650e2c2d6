export type TrackFacts = { kind: string; isShowing: boolean; isDefault: boolean }

/** Which of some caption tracks to take: the one that is shown, then the page's default, then captions, then the first. */
export function chooseTrack(tracks: readonly TrackFacts[]): number | null {
  if (tracks.length === 0) return null
  const choices = [
    tracks.findIndex(({ isShowing }) => isShowing),
    tracks.findIndex(({ isDefault }) => isDefault),
    tracks.findIndex(({ kind }) => kind === 'captions'),
  ]
  return choices.find((index) => index >= 0) ?? 0
}
