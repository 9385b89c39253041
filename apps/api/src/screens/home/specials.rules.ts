/** Landing pages of special training in a site's menu, by path. */
export const specials: Readonly<Record<string, { text: string; image: string }>> = {
  '/xcys': {
    text: '面向在岗乡村医生：常见病诊疗、急症识别与公共卫生服务，按期开班、学满发证。',
    image: '/qm/static/banners/special-xcys.svg',
  },
  '/crbjc': {
    text: '面向监测预警岗位人员：智慧化预警多点触发、风险评估与应急处置。',
    image: '/qm/static/banners/special-crbjc.svg',
  },
};

export const specialImages = Object.values(specials).map(({ image }) => image);
