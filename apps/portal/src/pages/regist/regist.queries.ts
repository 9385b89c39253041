/** Tree of provinces, cities and counties; it does not change during a visit. */
export { areasQuery } from '@cme/shell/units';
