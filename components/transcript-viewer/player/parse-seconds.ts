/** Parses the time in a link, as people write it (`63`, `63s`, `1:03`, `1m3s`), to seconds. Null for anything else. */
export function parseSeconds(value: string | undefined): number | null {
  if (!value) return null
  const clock = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})$/.exec(value)
  const units = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6}(?:\.\d{1,3})?)s?)?$/.exec(value)
  const [, hours = '0', minutes = '0', seconds = '0'] = clock ?? units ?? []
  return clock || units ? Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) : null
}
