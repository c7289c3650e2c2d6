/** The address that something was read from. */
export function SourceLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      rel="noreferrer nofollow"
      className="rounded-sm text-sm wrap-anywhere underline-offset-4 hover:underline"
    >
      {url}
    </a>
  )
}
