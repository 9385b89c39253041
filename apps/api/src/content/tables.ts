export * from './catalogue/attachment.tables.ts';
export * from './catalogue/catalogue.tables.ts';
export * from './catalogue/listing.tables.ts';
export * from './collection/collection.tables.ts';
export * from './help/help.tables.ts';
export * from './news/news.tables.ts';
export * from './search/search.tables.ts';
export * from './transcode/transcode.tables.ts';
