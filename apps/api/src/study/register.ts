import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context/context.ts';
import { registerActivity } from './activity/activity.routes.ts';
import { registerAppraise } from './appraise/appraise.routes.ts';
import type { ReadDetail } from './detail/detail.view.ts';
import { registerExam } from './exam/exam.routes.ts';
import { registerHomework } from './homework/homework.routes.ts';
import { registerInquiry } from './inquiry/inquiry.routes.ts';
import type { CompletionEffects } from './learning/completion.effects.ts';
import { registerLearning } from './learning/enrolment/learning.routes.ts';
import { registerLive } from './live/live.routes.ts';
import { registerLiveRoom } from './live/room/live-room.routes.ts';
import { registerStreams } from './live/stream/stream.routes.ts';
import { registerNote } from './note/note.routes.ts';
import { registerPlayer } from './player/player.routes.ts';
import { registerSurvey } from './survey/survey.routes.ts';
import { requireClassScope } from './training-class/member-scope.ts';
import { registerPresales } from './learning/presale/open.job.ts';
import type { ClassEffects } from './training-class/qualify.action.ts';
import { registerTrainingclass } from './training-class/calls/training-class.routes.ts';
import { registerTrial } from './trial/trial.routes.ts';

/** What study causes, and asks, in higher rooms. */
export interface StudyEffects {
  completion: CompletionEffects;
  classEffects: ClassEffects;
  readDetail: ReadDetail;
}

export function registerStudyCalls(
  app: FastifyInstance,
  context: AppContext,
  { completion, classEffects, readDetail }: StudyEffects,
): void {
  registerLearning(app, context);
  registerPresales(app, context);
  registerSurvey(app, context, completion);
  registerExam(app, context, completion);
  registerPlayer(app, context, completion, requireClassScope);
  registerStreams(app, context, completion);
  registerTrainingclass(app, context, completion, classEffects);
  registerAppraise(app, context);
  registerTrial(app, context, readDetail);
  registerLive(app, context, readDetail);
  registerLiveRoom(app, context);
  registerActivity(app, context, readDetail);
  registerNote(app, context);
  registerHomework(app, context, completion);
  registerInquiry(app, context);
}
