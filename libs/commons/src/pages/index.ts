/** How an area declares its pages. For builds and server builds: no browser loads this. */
export { definePages, definePage, type PageOptions } from './define-pages.ts';
export { firstCall, part, queryOr } from './first-call.ts';
export {
  anotherPage,
  matching,
  oneOf,
  pageNumber,
  present,
  readFilters,
  text,
} from '@cme/contract/site/page-parameters';
