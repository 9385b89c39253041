import {
  definePage,
  definePages,
  firstCall,
  oneOf,
  part,
  present,
  queryOr,
} from '@cme/commons/pages';
import { routes } from '@cme/commons/route-links';
import { courseDetailCount } from '@cme/contract/content';
import { userInfo } from '@cme/contract/person';
import { examAttempt, examIntro, playerCourse, playerEnter } from '@cme/contract/study';

const session = firstCall(userInfo, {});

/**
 * The course, then its section: the one in the URL, otherwise the one that the course names. A page
 * that was reloaded has sent its last beat by then.
 */
const createStudyPage = (contentType: 'C' | 'L') => ({
  chunk: 'play',
  query: { tab: oneOf(['outline', 'notes', 'resources', 'homework', 'appraises']) },
  calls: [
    session,
    firstCall(
      playerCourse,
      { course_id: part('course_id') },
      {
        next: firstCall(
          playerEnter,
          { section_id: queryOr('section', 'start_section_id'), force: 'N' },
          { opens: true },
        ),
      },
    ),
    firstCall(courseDetailCount, { content_type: contentType, id: part('course_id') }),
  ],
});

/** What the edge needs to know of the player's pages. */
export const pages = definePages({
  calling: ['calls'],
  pages: [
    definePage(routes.play, createStudyPage('C')),
    definePage(routes.playback, createStudyPage('L')),
    definePage(routes.live, { chunk: 'live' }),
    definePage(routes.examOnline, {
      chunk: 'online',
      query: { score_id: present },
      // The attempt of the URL, otherwise the introduction.
      calls: [
        session,
        firstCall(
          examAttempt,
          { score_id: queryOr('score_id') },
          { opens: true, when: { query: 'score_id', is: 'present' } },
        ),
        firstCall(
          examIntro,
          { course_id: part('course_id') },
          { when: { query: 'score_id', is: 'absent' } },
        ),
      ],
    }),
    definePage(routes.analysis, { chunk: 'analysis' }),
    definePage(routes.survey, { chunk: 'survey' }),
  ],
});
