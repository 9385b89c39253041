import { cityBanners } from './city-site.ts';
import { courseId, sampleId } from './ids.ts';
import type { SampleBanner, SamplePartner, SiteKey } from './shapes.ts';

const banner = (
  site: SiteKey,
  key: string,
  title: string,
  text: string,
  link: string,
): SampleBanner => ({
  id: sampleId('banner', site, key),
  site,
  title,
  text,
  image: `/qm/static/banners/${key}.svg`,
  link,
});
const item = (site: SiteKey, key: string) => `/item/course/${courseId(site, key)}/detail`;

/** Wide banners with an empty left half for title and text. */
export const banners: readonly SampleBanner[] = [
  banner(
    'main',
    'public-2026',
    '2026年度公需科目已开课',
    '医学伦理、人工智能、传染病防治法，三门免费，随到随学',
    '/publicneed',
  ),
  banner(
    'main',
    'rural',
    '写给乡村医生的急症课',
    '大字幻灯片，慢速讲解，三分钟看出危险',
    item('main', 'rural-emergency'),
  ),
  banner(
    'main',
    'first-course',
    '第一次在线学习？',
    '从三分钟的手卫生短课开始，学完就能看到学时变化',
    item('main', 'hand-hygiene'),
  ),
  banner(
    'hospital',
    'hospital-drill',
    '第四季度应急演练必修',
    '全院职工请完成“院内心搏骤停应急演练”',
    item('hospital', 'code-blue'),
  ),
  banner(
    'hospital',
    'hospital-welcome',
    '欢迎新同事',
    '报到第一周，从岗前培训开始',
    item('hospital', 'induction'),
  ),
  banner(
    'test',
    'first-course',
    '测试站的第一门课',
    '用三分钟短课走一遍完整流程',
    item('test', 'hand-hygiene'),
  ),
  ...cityBanners,
];

const names: [key: string, name: string][] = [
  ['medical-university', '省医科大学'],
  ['peoples-hospital', '省人民医院'],
  ['tcm-hospital', '省中医院'],
  ['cdc', '省疾病预防控制中心'],
  ['children', '省儿童医院'],
  ['maternal', '省妇幼保健院'],
  ['emergency', '省急救中心'],
  ['doctors', '省医师协会'],
];

const createPartners = (site: SiteKey): SamplePartner[] =>
  names.map(([key, name]) => ({ site, name, logo: `/qm/static/partners/${key}.svg`, url: '' }));

export const partners: readonly SamplePartner[] = [
  ...createPartners('main'),
  ...createPartners('test'),
];
