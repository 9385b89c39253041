export { domainOf, testDomain } from '@cme/contract/site';
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
