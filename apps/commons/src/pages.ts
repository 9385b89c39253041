import { definePages } from '@cme/commons/pages';

/** The container has no pages; those that make calls at once need the code that sends them. */
export const pages = definePages({ pages: [], calling: ['exchange'] });
