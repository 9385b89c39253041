import type { DataOf } from '@cme/contract/base';
import type { CatalogueSection } from '@cme/contract/content';
import { type playerCourse, sectionToOpen } from '@cme/contract/study';
import { useNavigation, useSearchParams } from '@cme/ui/router';
import { useEffect, useState } from 'react';
import type { StudyPosition } from './study-tabs/notes/study-position.ts';
import type { Jump } from './stage/use-playback-start.ts';
import { getSecond } from './stage/use-media.ts';

type Course = DataOf<typeof playerCourse>;

/** The URL with another section, keeping the selected tab. */
const setSection = (sectionId: string) => (search: URLSearchParams) => {
  search.set('section', sectionId);
  return search;
};

/** The learner's position for the tabs next to the video, and jumps requested there. */
export function useStudyPosition(
  section: CatalogueSection | undefined,
  video: HTMLVideoElement | undefined,
  play: (sectionId: string) => void,
) {
  const [jump, setJump] = useState<Jump>();
  const place: StudyPosition = {
    section,
    second: () => (video ? getSecond(video) : 0),
    jump(to) {
      setJump({ section_id: to.section_id, second: to.second });
      if (to.section_id !== section?.section_id) play(to.section_id);
    },
  };
  return { jump, place };
}

/** The current section, kept in the URL. */
export function useSection(course: Course | undefined) {
  const [search, setSearch] = useSearchParams();
  /** The section that was selected by a button which also plays it. */
  const [requested, setRequested] = useState('');
  const sections = course?.chapters.flatMap((chapter) => chapter.sections) ?? [];
  const section = sectionToOpen(sections, {
    requested: search.get('section') ?? '',
    last: course?.last_section_id,
  });
  const chosen = section?.section_id;
  const isLeaving = useNavigation().state !== 'idle';
  // Written into the URL, so that the choice survives finishing this section and a reload. Not
  // during a navigation, which it would cancel.
  useEffect(() => {
    if (chosen && search.get('section') !== chosen && !isLeaving)
      setSearch(setSection(chosen), { replace: true });
  }, [chosen, search, setSearch, isLeaving]);
  const play = (sectionId: string) => {
    setRequested(sectionId);
    setSearch(setSection(sectionId), { replace: true });
  };
  const playNext = ({ section_id }: CatalogueSection) => play(section_id);
  return { sections, section, playsAtOnce: requested === chosen, play, playNext };
}
