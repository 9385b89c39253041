import type { Site } from './site.store.ts';

type Service = Pick<Site, 'service_phone' | 'service_time'>;

/** A sentence that sends somebody to 客服, with the telephone number and hours of their site. */
export function nameService(text: string, { service_phone, service_time }: Service): string {
  if (!service_phone) return text;
  const way = [service_phone, service_time].filter(Boolean).join('，');
  return text.replaceAll(/联系客服(?!（)/g, `联系客服（${way}）`);
}
