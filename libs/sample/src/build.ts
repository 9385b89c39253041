import type { CourseDraft } from './courses/draft.ts';
import { hasExam, hasSurvey } from './exam-courses.ts';
import { courseId, sectionId, teacherId } from './ids.ts';
import type { SampleChapter, SampleCourse, SiteKey, When } from './shapes.ts';
import { videoSeconds } from './videos.ts';

const everySeries = Array.from({ length: 39 }, (_, index) => String(index + 1).padStart(2, '0'));
const disciplineCodes: Record<string, string> = {
  临床内科学: '03',
  临床外科学: '04',
  妇产科学: '05',
  儿科学: '06',
  眼科学: '07',
  影像医学: '09',
  急诊学: '10',
  医学检验: '11',
  公共卫生与预防医学: '12',
  药学: '13',
  护理学: '14',
  医学教育与卫生管理学: '15',
  康复医学: '16',
  全科医学: '17',
  中医学: '21',
  公需科目: '00',
  交叉学科: '20',
};
const ranks = { 国家: '国', 省: '省', 市: '市', 单位: '院' };

const paragraph = (text: string) => `<p>${text}</p>`;
const list = (rows: string[]) => `<ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`;

function detail(draft: CourseDraft, sections: number, isExamined: boolean): string {
  const study =
    draft.price === 0
      ? `共${sections}节，每节学习不少于95%即为完成`
      : `共${sections}节，须按顺序完成全部必修小节，首次学习不可拖动进度`;
  const end = isExamined
    ? `完成后参加结课考试，60分为合格，合格者计${draft.hours}学时`
    : `全部必修小节完成后，按${draft.hours}学时计入当年学习记录`;
  const assessment = `${study}；${end}。`;
  return [
    paragraph(draft.summary),
    '<h3>学习目标</h3>',
    list(draft.goals),
    ...(draft.content.length > 0 ? ['<h3>课程内容</h3>', ...draft.content.map(paragraph)] : []),
    '<h3>适用对象</h3>',
    paragraph(draft.audience),
    '<h3>考核要求</h3>',
    paragraph(assessment),
  ].join('');
}

const shortOutline: CourseDraft['outline'] & {} = [['课程精讲', [['学习目标与要点', 1]]]];

function chapters(site: SiteKey, draft: CourseDraft): SampleChapter[] {
  return (draft.outline ?? shortOutline).map(([title, lines], chapterAt) => ({
    chapter_id: courseId(site, `${draft.key}/${chapterAt + 1}`),
    title,
    sections: lines.map(([sectionTitle, minutes], index) => {
      const media = `${draft.videos ?? draft.key}-${chapterAt + 1}-${index + 1}`;
      const seconds = videoSeconds[media];
      return {
        section_id: sectionId(site, draft.key, chapterAt + 1, index + 1),
        title: sectionTitle,
        type: 'video',
        seconds: seconds ?? minutes * 60,
        required: 'Y',
        ...(seconds === undefined ? {} : { media }),
      };
    }),
  }));
}

/** Three hours are one credit, in hundredths. */
const toCredits = (hours: number) => Math.round((hours / 3) * 100) / 100;

const until = (year: number): When => ({ on: `${year + 1}-12-31 23:59:59` });

function people(site: SiteKey, draft: CourseDraft): SampleCourse['teachers'] {
  const speakers = draft.speakers ?? [draft.leader];
  return [
    { teacher_id: teacherId(site, draft.leader), role: '负责人' },
    ...speakers
      .filter((key) => key !== draft.leader)
      .map((key) => ({ teacher_id: teacherId(site, key), role: '主讲' as const })),
  ];
}

/** The course of `draft` on a site, at position `at`. */
export function build(
  site: SiteKey,
  names: ReadonlyMap<string, string>,
  draft: CourseDraft,
  index: number,
): SampleCourse {
  const year = draft.year ?? 2026;
  const outline = chapters(site, draft);
  const sections = outline.reduce((sum, chapter) => sum + chapter.sections.length, 0);
  const isExamined = hasExam(site, draft.key);
  const number = String(index + 1).padStart(3, '0');
  const fen = Math.round(draft.price * 100);
  return {
    id: courseId(site, draft.key),
    key: draft.key,
    site,
    content_type: 'C',
    title: draft.title,
    subtitle: draft.subtitle,
    cover: `/qm/static/covers/${site === 'test' ? 'main' : site}-${draft.key}.svg`,
    summary: draft.summary,
    detail_html: detail(draft, sections, isExamined),
    subject_kind: draft.kind ?? 'pro',
    year,
    discipline: draft.discipline,
    project_no: `${year}-${disciplineCodes[draft.discipline[0]!] ?? '20'}-${number}（${ranks[draft.rank]}）`,
    project_level: draft.rank,
    leader: names.get(draft.leader) ?? '',
    source_unit: draft.unit,
    hours: draft.hours,
    credits: toCredits(draft.hours),
    credit_type: 'new',
    price_fen: fen,
    market_price_fen: Math.round((fen * 1.5) / 100) * 100,
    is_free: fen === 0 ? 'Y' : 'N',
    series_codes: draft.series === '*' ? everySeries : draft.series.split(' '),
    levels: [...draft.levels] as SampleCourse['levels'],
    post_types: [...(draft.posts ?? 'E')] as SampleCourse['post_types'],
    tags: draft.tags.split(' '),
    teachers: people(site, draft),
    chapters: outline,
    sequential: draft.price === 0 ? 'N' : 'Y',
    has_exam: isExamined ? 'Y' : 'N',
    has_survey: hasSurvey(site, draft.key) ? 'Y' : 'N',
    study_days: 180,
    refund_days: 7,
    publish: { daysAgo: draft.daysAgo },
    start: { daysAgo: draft.daysAgo },
    end: draft.until === undefined ? until(year) : { on: draft.until },
    recommended: draft.recommended ?? false,
    sort: index + 1,
  };
}
