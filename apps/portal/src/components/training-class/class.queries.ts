import { send } from '@cme/commons/api-client';
import { queryOptions } from '@tanstack/react-query';

const trainingclassDetail = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassDetail;
const trainingclassList = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassList;
const trainingclassNotices = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassNotices;
const trainingclassResource = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassResource;
const trainingclassTeachers = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassTeachers;

const getStaleTime = (mine: boolean) => (mine ? 0 : 60_000);

/** The classes of a training; the available actions depend on the user. */
export const classesQuery = (training_id: string, mine = false) =>
  queryOptions({
    queryKey: ['trainingclass', 'list', training_id, mine],
    queryFn: ({ signal }) => send(trainingclassList, { training_id, page_size: 50 }, { signal }),
    staleTime: getStaleTime(mine),
  });

export const classQuery = (class_id: string, mine = false) =>
  queryOptions({
    queryKey: ['trainingclass', 'detail', class_id, mine],
    queryFn: ({ signal }) => send(trainingclassDetail, { class_id }, { signal }),
    staleTime: getStaleTime(mine),
  });

export const classTeachersQuery = (class_id: string) =>
  queryOptions({
    queryKey: ['trainingclass', 'teachers', class_id],
    queryFn: ({ signal }) => send(trainingclassTeachers, { class_id }, { signal }),
    staleTime: 60_000,
  });

export const classNoticesQuery = (class_id: string) =>
  queryOptions({
    queryKey: ['trainingclass', 'notices', class_id],
    queryFn: ({ signal }) => send(trainingclassNotices, { class_id }, { signal }),
    staleTime: 60_000,
  });

export const handoutsQuery = (class_id: string, mine = false) =>
  queryOptions({
    queryKey: ['trainingclass', 'resource', class_id, mine],
    queryFn: ({ signal }) => send(trainingclassResource, { class_id }, { signal }),
    staleTime: getStaleTime(mine),
  });

/** Public data of a class. */
export const classPartQueries = (class_id: string) =>
  [
    classQuery(class_id),
    classTeachersQuery(class_id),
    classNoticesQuery(class_id),
    handoutsQuery(class_id),
  ] as const;
