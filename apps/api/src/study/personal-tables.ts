import {
  deletedOnClosing,
  inTable,
  internalTable,
  keptUnnamed,
  ownCondition,
  type PersonalTable,
} from '../platform/personal-data/personal-table.ts';

/** The room's tables with personal data: content of an export, effect of closing the account,
 * retention. A table that is missing here fails the tests. */
export const studyTables: Readonly<Record<string, PersonalTable>> = {
  note: deletedOnClosing('笔记'),
  inquiry: keptUnnamed('提问'),
  appraise: keptUnnamed('课程评价'),
  live_booking: deletedOnClosing('直播预约'),
  live_attendance: keptUnnamed('直播观看时长'),
  live_message: keptUnnamed('直播发言', ownCondition, ['text']),
  live_mute: internalTable('直播禁言'),
  activity_apply: keptUnnamed('活动报名'),
  learning: keptUnnamed('课程学习'),
  section_progress: keptUnnamed('章节学习进度', inTable('learning_id', 'learning')),
  section_fetch: {
    ...keptUnnamed('视频下载记录', inTable('learning_id', 'learning')),
    isInternal: true,
  },
  study_day: keptUnnamed('每日学习时长'),
  play_session: { ...keptUnnamed('播放记录', ownCondition, ['device']), hidden: ['allow_seek'] },
  beat_log: { ...keptUnnamed('播放明细', inTable('play_id', 'play_session')), kept: '13个月' },
  check_log: keptUnnamed('学习签到', inTable('learning_id', 'learning')),
  extension_request: keptUnnamed('延期申请', ownCondition, ['reason']),
  homework_submit: keptUnnamed('作业', ownCondition, ['text', 'draft', 'comment']),
  class_member: keptUnnamed('培训班报名'),
  class_sign: { ...keptUnnamed('培训班签到', ownCondition, ['reason']), hidden: ['actor_id'] },
  exam_attempt: { ...keptUnnamed('考试', ownCondition), hidden: ['instance', 'marks'] },
  exam_answer: keptUnnamed('考试答案', inTable('score_id', 'exam_attempt')),
  survey_submission: keptUnnamed('问卷提交'),
  survey_answer: keptUnnamed('问卷答案', inTable('submission_id', 'survey_submission')),
};
