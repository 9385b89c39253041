import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { registerLivingMedia } from './hls.routes.ts';
import { registerIngest } from './ingest.routes.ts';
import { registerReplays } from './replay.job.ts';

/** Streaming of lives: ingest callbacks, HLS, and the replay from its recordings. */
export function registerStreams(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  const onRecorded = registerReplays(app, context, completion);
  registerIngest(app, context, onRecorded);
  registerLivingMedia(app, context);
}
