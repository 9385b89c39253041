import type { UnitLevel } from '@cme/contract/person';
import type { SiteKey } from './shapes.ts';

export interface SampleUnit {
  key: string;
  site: SiteKey;
  name: string;
  level: UnitLevel;
  /** GB/T 2260 code of the county. */
  area_id: string;
  /** Key of the parent unit. */
  parent?: string;
}

type Row = [key: string, name: string, level: UnitLevel, areaId: string, parent?: string];

const bySite = (site: SiteKey, rows: readonly Row[]): SampleUnit[] =>
  rows.map(([key, name, level, areaId, parent]) => ({
    key,
    site,
    name,
    level,
    area_id: areaId,
    ...(parent === undefined ? {} : { parent }),
  }));

/** Names are fictitious, area codes are real; credit codes are generated from the row order and
 * belong to nobody. */
export const units: readonly SampleUnit[] = [
  ...bySite('main', [
    ['centre', '省卫生健康委员会培训中心', 'O', '330106'],
    ['provincial', '省人民医院', '3', '330106'],
    ['provincial-east', '省人民医院东院区', '3', '330110', 'provincial'],
    ['provincial-xixi', '省人民医院西溪门诊部', '1', '330106', 'provincial'],
    ['provincial-binjiang', '省人民医院滨江院区', '3', '330108', 'provincial'],
    ['maternity', '省妇幼保健院', '3', '330106'],
    ['children', '省儿童医院', '3', '330106'],
    ['tcm', '省中医院', '3', '330102'],
    ['tumor', '省肿瘤医院', '3', '330105'],
    ['cdc', '省疾病预防控制中心', 'O', '330108'],
    ['blood', '省血液中心', 'O', '330108'],
    ['xihu-community', '西湖区北山街道社区卫生服务中心', '1', '330106'],
    ['xihu-lingyin', '西湖区灵隐街道社区卫生服务中心', '1', '330106'],
    ['shangcheng', '上城区人民医院', '2', '330102'],
    ['gongshu', '拱墅区中西医结合医院', '2', '330105'],
    ['xiaoshan', '萧山区第一人民医院', '2', '330109'],
    ['yuhang', '余杭区妇幼保健院', '2', '330110'],
    ['linxi', '临溪县人民医院', '2', '330122'],
    ['linxi-tcm', '临溪县中医院', '2', '330122'],
    ['linxi-cdc', '临溪县疾病预防控制中心', 'O', '330122'],
    ['linxi-maternity', '临溪县妇幼保健计划生育服务中心', '1', '330122'],
    ['baishi', '临溪县白石镇卫生院', 'T', '330127', 'linxi'],
    ['shangping', '临溪县白石镇上坪村卫生室', 'V', '330127', 'baishi'],
    ['xiaping', '临溪县白石镇下坪村卫生室', 'V', '330127', 'baishi'],
    ['shiqiao', '临溪县白石镇石桥村卫生室', 'V', '330127', 'baishi'],
    ['qingxi', '临溪县清溪乡卫生院', 'T', '330127', 'linxi'],
    ['liyuan', '临溪县清溪乡梨园村卫生室', 'V', '330127', 'qingxi'],
    ['zhuwu', '临溪县清溪乡竹坞村卫生室', 'V', '330127', 'qingxi'],
    ['yunlu-first', '云麓市第一人民医院', '3', '330782'],
    ['yunlu-second', '云麓市第二人民医院', '2', '330782'],
    ['yunlu-tcm', '云麓市中医医院', '2', '330782'],
    ['yunlu-cdc', '云麓市疾病预防控制中心', 'O', '330782'],
    ['yunlu-chengxi', '云麓市城西街道社区卫生服务中心', '1', '330782', 'yunlu-first'],
    ['yunlu-fotang', '云麓市佛塘镇中心卫生院', 'T', '330782', 'yunlu-second'],
    ['yunlu-tianxin', '云麓市佛塘镇田心村卫生室', 'V', '330782', 'yunlu-fotang'],
  ]),
  ...bySite('hospital', [
    ['qingzhu', '清渚市第一人民医院', '3', '330106'],
    ['qingzhu-north', '清渚市第一人民医院城北院区', '2', '330105', 'qingzhu'],
    ['qingzhu-rehab', '清渚市第一人民医院康复分院', '2', '330106', 'qingzhu'],
    ['qingzhu-nanyuan', '清渚市南苑街道社区卫生服务中心', '1', '330110', 'qingzhu'],
  ]),
  ...bySite('city', [
    ['city-second', '清渚市第二人民医院', '2', '330106'],
    ['city-liuxi', '清渚市柳溪镇卫生院', 'T', '330106', 'city-second'],
    ['city-emergency', '清渚市急救中心', 'O', '330106'],
  ]),
];

export interface SampleApplication {
  /** Key of the person. */
  who: string;
  unit: string;
  from?: string;
  status: 'waiting' | 'approved' | 'refused' | 'cancelled';
  reason?: string;
  daysAgo: number;
  /** Key of the person who decided. */
  by?: string;
}

/** Administrators of units. */
export const unitAdmins: readonly { unit: string; who: string }[] = [
  { unit: 'provincial', who: 'unit-admin' },
  { unit: 'maternity', who: 'unit-auditor' },
  { unit: 'qingzhu', who: 'hospital-admin' },
];

export const unitApplications: readonly SampleApplication[] = [
  { who: 'unit-waiting', unit: 'provincial-east', status: 'waiting', daysAgo: 2 },
  { who: 'unit-leaving', unit: 'provincial', from: 'maternity', status: 'waiting', daysAgo: 4 },
  { who: 'waiting', unit: 'linxi-cdc', status: 'waiting', daysAgo: 2 },
  { who: 'nurse', unit: 'provincial', status: 'approved', daysAgo: 63, by: 'unit-admin' },
  {
    who: 'unit-refused',
    unit: 'provincial',
    status: 'refused',
    reason: '花名册中没有您的姓名，请向人事科核对后重新申请。',
    daysAgo: 7,
    by: 'unit-admin',
  },
  { who: 'hospital-waiting', unit: 'qingzhu', status: 'waiting', daysAgo: 1 },
  { who: 'hospital-intern', unit: 'qingzhu-rehab', status: 'waiting', daysAgo: 3 },
  { who: 'hospital-nurse', unit: 'qingzhu', status: 'approved', daysAgo: 84, by: 'hospital-admin' },
  {
    who: 'hospital-refused',
    unit: 'qingzhu',
    status: 'refused',
    reason: '您已于上月转至城北院区，请申请加入城北院区。',
    daysAgo: 12,
    by: 'hospital-admin',
  },
];
