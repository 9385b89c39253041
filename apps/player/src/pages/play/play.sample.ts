import type { CatalogueSection, DataOf, LedgerState, playerBeat, playerCourse, playerEnter } from '@cme/contract';

type Course = DataOf<typeof playerCourse>;

export const sampleSection = (change: Partial<CatalogueSection> = {}): CatalogueSection =>
  ({ section_id: 'S1', title: '第一节', type: 'video', seconds: 60, required: 'Y', section_status: 'not_started', ...change });

export const sampleCourse = (sections: CatalogueSection[] = [sampleSection()], change: Partial<Course> = {}): Course => ({
  course_id: 'C1', title: '手卫生', learning_id: 'L1', learn_status: 'enrolled', progress: 0, chapters: [{ chapter_id: 'H1', title: '第一章', sections }], last_section_id: '',
  exam_open: 'N', exam_action: '', exam_from_ms: 0, survey_id: '', hours: 3, credits: 1,
  way: [{ step: 'study', state: 'now' }, { step: 'exam', state: 'later' }, { step: 'survey', state: 'later' }, { step: 'certificate', state: 'later' }], ...change,
});

export const sampleLedger = (change: Partial<LedgerState> = {}): LedgerState =>
  ({ ranges: [], furthest: 0, covered_seconds: 0, section_status: 'studying', progress: 0, learn_status: 'studying', capped: 'N', ...change });

export const sampleEntered = (change: Partial<DataOf<typeof playerEnter>> = {}): DataOf<typeof playerEnter> => ({
  ...sampleLedger({ section_status: 'not_started' }), play_token: 'play-1', section_id: 'S1', title: '第一节', seconds: 60, resume_at: 0,
  rules: { allow_seek: 'N', max_rate: 1, beat_seconds: 15, pause_hidden: 'Y', threshold: 0.95 },
  media_url: '/qm/media/pass/v1/index.m3u8', media_expire_at: '2026-11-22 12:00:00', subtitles_url: '', poster: '', watermark: '李晓梅 0001', server_time: 0, took_over: 'N', ...change,
});

export const sampleBeat = (change: Partial<DataOf<typeof playerBeat>> = {}): DataOf<typeof playerBeat> => ({ ...sampleLedger(), accepted_seconds: 0, server_time: 0, ...change });
