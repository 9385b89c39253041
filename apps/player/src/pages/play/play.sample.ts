import type { DataOf } from '@cme/contract/base';
import type { LedgerState, playerBeat, playerEnter } from '@cme/contract/study';

export const sampleLedger = (change: Partial<LedgerState> = {}): LedgerState => ({
  ranges: [],
  furthest: 0,
  covered_seconds: 0,
  section_status: 'studying',
  progress: 0,
  learn_status: 'studying',
  capped: 'N',
  ...change,
});

export const sampleEntered = (
  change: Partial<DataOf<typeof playerEnter>> = {},
): DataOf<typeof playerEnter> => ({
  ...sampleLedger({ section_status: 'not_started' }),
  play_token: 'play-1',
  section_id: 'S1',
  kind: 'video',
  pages: 0,
  page_seconds: 0,
  title: '第一节',
  seconds: 60,
  resume_at: 0,
  rules: {
    allow_seek: 'N',
    max_rate: 1,
    beat_seconds: 15,
    pause_hidden: 'Y',
    threshold: 0.95,
    allow_pip: 'N',
  },
  media_url: '/qm/media/pass/v1/index.m3u8',
  media_expire_at: '2026-11-22 12:00:00',
  subtitles_url: '',
  poster: '',
  watermark: '李晓梅 0001',
  server_time: 0,
  took_over: 'N',
  ...change,
});

export const sampleBeat = (
  change: Partial<DataOf<typeof playerBeat>> = {},
): DataOf<typeof playerBeat> => ({
  ...sampleLedger(),
  accepted_seconds: 0,
  server_time: 0,
  ...change,
});
