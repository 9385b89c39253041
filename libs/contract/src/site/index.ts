export * from './local-hosts.ts';
export * from './site.ts';
export * from './site-page.ts';
export * from './page.ts';
export * from './area.ts';
export * from './site-map.ts';
