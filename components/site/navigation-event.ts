/** The event that says that the router has begun to go to an address. */
export const NAVIGATION_EVENT = 'verbatim:navigation'
