/** Provinces down to counties, as a tree; it does not change during a visit. */
export { areasQuery } from '@cme/ui/forms';
