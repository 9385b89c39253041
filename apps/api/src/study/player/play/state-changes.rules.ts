import type { PlayStatus } from './player.tables.ts';

interface Play {
  play_id: string;
  user_id: string;
  play_status: PlayStatus;
}

interface Section {
  learning_id: string;
  section_id: string;
  user_id: string;
}

/** State log entry: the play changes state. */
export const playMoved = (
  { play_id, user_id, play_status }: Play,
  to: PlayStatus,
  actorType: 'learner' | 'system',
  at: Date,
) => ({
  entity: 'play_session',
  entity_id: play_id,
  from: play_status,
  to,
  actor_type: actorType,
  actor_id: user_id,
  at,
});

/** State log entry: a section is finished. */
export const sectionFinished = (
  { learning_id, section_id, user_id }: Section,
  from: string,
  at: Date,
) => ({
  entity: 'section_progress',
  entity_id: `${learning_id}/${section_id}`,
  from,
  to: 'finished',
  actor_type: 'learner' as const,
  actor_id: user_id,
  at,
});
