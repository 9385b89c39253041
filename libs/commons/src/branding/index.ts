export { domainOf, testDomain } from './domain.ts';
export { isCustomer, isEnded, isFound, isOpen, mainSiteOf, pageTitle, site, siteQuery } from './site.ts';
