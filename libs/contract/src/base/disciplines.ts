/** A discipline of continuing medical education. Its code has two digits per level. */
export interface Discipline {
  readonly code: string;
  readonly name: string;
  readonly parts: readonly Discipline[];
}

/**
 * First level with its code: second level (third level). Second- and third-level codes are
 * positions in the line, so new entries are only appended.
 */
const table = `
00 公需科目: 职业素养(科研诚信 心理健康 医学伦理); 法律法规(传染病防治 依法执业); 数字素养(网络安全 人工智能); 政策理论(健康中国 卫生健康政策)
01 基础形态: 组织胚胎学; 解剖学; 遗传学; 病理学; 微生物学
02 基础机能: 生理学; 生物化学; 药理学; 病理生理学; 免疫学
03 临床内科学: 心血管病学(高血压 心力衰竭 冠心病); 呼吸病学(慢阻肺 哮喘); 胃肠病学; 血液病学; 肾脏病学(慢性肾脏病); 内分泌学(糖尿病 甲状腺疾病); 神经病学(脑血管病 癫痫); 传染病学; 精神卫生学; 风湿病学
04 临床外科学: 普通外科学(腹腔镜 加速康复); 心胸外科学; 烧伤外科学; 神经外科学; 泌尿外科学; 骨外科学; 肿瘤外科学; 麻醉学(气道管理 围术期镇痛); 创伤外科学(创伤急救); 整形外科学
05 妇产科学: 妇科学; 产科学(产后出血 高危妊娠); 生殖医学
06 儿科学: 儿内科学(发热); 儿外科学; 新生儿学(复苏); 儿童保健学
07 眼科学: 屈光与视功能(近视防控); 眼底病学; 白内障
08 口腔医学与耳鼻喉科学: 口腔内科学; 口腔颌面外科学; 口腔修复学; 耳鼻咽喉科学
09 影像医学: 放射诊断学(胸部影像); 超声诊断学(床旁超声); 核医学; 放射防护(职业健康)
10 急诊学: 院前急救(心肺复苏); 院内急救(应急演练); 心肺复苏(团队配合); 中毒救治
11 医学检验: 临床检验质量(质量控制); 实验室管理(生物安全); 临床微生物检验; 输血医学
12 公共卫生与预防医学: 传染病预防控制(监测预警 结核病 人兽共患病); 医院感染(手卫生 手卫生督导 多重耐药菌); 免疫规划(预防接种); 健康教育学(健康传播); 食品卫生(食源性疾病); 卫生统计学(数据分析); 传染病防治(报告管理); 职业卫生
13 药学: 医院药学(处方审核); 临床药学(抗感染 处方点评); 用药安全(高警示药品); 药事管理
14 护理学: 内科护理; 外科护理; 重症护理(早期预警); 老年护理(综合评估); 护理质量(皮肤护理); 静脉治疗护理(导管维护); 内分泌护理(胰岛素); 伤口造口失禁(皮肤护理); 伤口护理(联络护士); 医院感染护理(手卫生); 社区护理
15 医学教育与卫生管理学: 病案管理(病历书写 档案数字化); 医疗质量(核心制度); 医疗保障(支付改革); 卫生法学(医疗纠纷); 卫生经济(财务管理); 安全管理(消防); 医学教育(临床教学); 医患沟通(情景训练); 岗前培训(院纪院规); 医学工程(装备管理)
16 康复医学: 骨科康复(老年骨折); 运动医学(运动损伤); 神经康复; 心肺康复
17 全科医学: 社区卫生(签约服务); 基层急症(转诊); 慢性病管理
20 交叉学科: 医学信息学(人工智能 文献检索); 社会医学(医务社工); 特种医学(航海航空医学); 卫生政策(医养结合); 医学传播设计(医学插图); 医学人文(医学史)
21 中医学: 针灸学(适宜技术); 中药学(中成药); 预防保健(治未病); 中医内科学; 推拿学
`;

const toCode = (index: number) => String(index + 1).padStart(2, '0');

function parseDiscipline(text: string, code: string): Discipline {
  const [name = '', children = ''] = text.trim().replace(/\)$/, '').split('(');
  const parts = children.split(' ').filter(Boolean);
  return {
    code,
    name,
    parts: parts.map((n, index) => ({ code: code + toCode(index), name: n, parts: [] })),
  };
}

/** All disciplines, three levels deep. */
export const disciplines: readonly Discipline[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [heading = '', body = ''] = line.split(': ');
    const code = heading.slice(0, 2);
    const parts = body.split(';').map((text, index) => parseDiscipline(text, code + toCode(index)));
    return { code, name: heading.slice(3), parts };
  });

/** The path from the top level down to this code; empty for an unknown code. */
export function disciplinePath(code: string): Discipline[] {
  const path: Discipline[] = [];
  let among = disciplines;
  for (let length = 2; length <= code.length; length += 2) {
    const next = among.find((item) => item.code === code.slice(0, length));
    if (!next) return [];
    path.push(next);
    among = next.parts;
  }
  return path;
}

/** The code for a path of names, as far as they are known. */
export function disciplineCode(names: readonly string[]): string {
  let [code, among] = ['', disciplines];
  for (const name of names) {
    const next = among.find((item) => item.name === name);
    if (!next) break;
    code = next.code;
    among = next.parts;
  }
  return code;
}
