/** How many episodes of an import are shown at a time. */
export const ITEMS_A_PAGE = 50
/** How many batches the page of imports shows. */
export const BATCHES_SHOWN = 100
