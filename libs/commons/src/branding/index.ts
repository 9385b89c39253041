export { domainOf, testDomain } from '@cme/contract';
export {
  isCustomer,
  isEnded,
  isFound,
  isOpen,
  mainSiteOf,
  pageTitle,
  site,
  siteQuery,
} from './site.ts';
