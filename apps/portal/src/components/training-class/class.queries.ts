import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const trainingclassDetail = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassDetail;
const trainingclassList = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassList;
const trainingclassNotices = async () =>
  (await import('@cme/contract/study/class-notice')).trainingclassNotices;
const trainingclassResource = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassResource;
const trainingclassTeachers = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassTeachers;

const getStaleTime = (mine: boolean) => (mine ? 0 : 60_000);

/** The classes of a training; the available actions depend on the user. */
export const classesQuery = (trainingId: string, mine = false) =>
  queryOptions({
    queryKey: ['trainingclass', 'list', trainingId, mine],
    queryFn: ({ signal }) =>
      send(trainingclassList, { training_id: trainingId, page_size: 50 }, { signal }),
    staleTime: getStaleTime(mine),
  });

export const classQuery = (classId: string, mine = false) =>
  queryOptions({
    queryKey: ['trainingclass', 'detail', classId, mine],
    queryFn: ({ signal }) => send(trainingclassDetail, { class_id: classId }, { signal }),
    staleTime: getStaleTime(mine),
  });

export const classTeachersQuery = (classId: string) =>
  queryOptions({
    queryKey: ['trainingclass', 'teachers', classId],
    queryFn: ({ signal }) => send(trainingclassTeachers, { class_id: classId }, { signal }),
    staleTime: 60_000,
  });

export const classNoticesQuery = (classId: string) =>
  queryOptions({
    queryKey: ['trainingclass', 'notices', classId],
    queryFn: ({ signal }) => send(trainingclassNotices, { class_id: classId }, { signal }),
    staleTime: 60_000,
  });

export const handoutsQuery = (classId: string, mine = false) =>
  queryOptions({
    queryKey: ['trainingclass', 'resource', classId, mine],
    queryFn: ({ signal }) => send(trainingclassResource, { class_id: classId }, { signal }),
    staleTime: getStaleTime(mine),
  });

/** Public data of a class. */
export const classPartQueries = (classId: string) =>
  [
    classQuery(classId),
    classTeachersQuery(classId),
    classNoticesQuery(classId),
    handoutsQuery(classId),
  ] as const;
