import { site } from '@cme/commons/branding';
import type { ContentDetail } from '@cme/contract/content';
import { siteUrl, type StructuredData } from '@cme/shell';

/** A course or package as schema.org data: provider, duration, price. */
export function createCourseData(
  { title, summary, subtitle, hours, price, is_free, source_unit, ...item }: ContentDetail,
  path: string,
): StructuredData {
  const currentSite = site();
  return {
    '@type': 'Course',
    name: title,
    description: summary || subtitle || title,
    url: siteUrl(path),
    inLanguage: 'zh-CN',
    provider: {
      '@type': 'Organization',
      name: source_unit || currentSite.site_name,
      url: siteUrl('/'),
    },
    ...(item.teacher_name ? { instructor: { '@type': 'Person', name: item.teacher_name } } : {}),
    isAccessibleForFree: is_free === 'Y',
    offers: {
      '@type': 'Offer',
      category: is_free === 'Y' ? 'Free' : 'Paid',
      price: is_free === 'Y' ? '0.00' : price,
      priceCurrency: 'CNY',
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      // One credit hour is 45 minutes; schema.org expects a duration.
      courseWorkload: `PT${Math.max(1, Math.round(hours * 45))}M`,
    },
  };
}
