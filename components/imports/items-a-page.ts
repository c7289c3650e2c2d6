/** How many episodes of an import are shown at a time. */
export const ITEMS_A_PAGE = 50
