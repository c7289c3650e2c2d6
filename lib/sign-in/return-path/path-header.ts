/** The request header in which the proxy names the page that was asked for, with its query, to what renders it. */
export const PATH_HEADER = 'x-verbatim-path'
