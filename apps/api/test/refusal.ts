import { CallError } from '@cme/commons/api-client';

/** `accepted`, or what `describe` says of the refusal; any other error is one of the test. */
const describeOutcome = <Told>(answer: Promise<unknown>, describe: (error: CallError) => Told) =>
  answer.then(
    () => 'accepted' as const,
    (error: unknown) => {
      if (error instanceof CallError) return describe(error);
      throw error;
    },
  );

/** The code with which a call is refused, or its status where it has none. */
export const refusal = (answer: Promise<unknown>) =>
  describeOutcome(answer, ({ code, statusCode }) => code ?? statusCode);

/** The words with which a call is refused. */
export const refusalMessage = (answer: Promise<unknown>) =>
  describeOutcome(answer, ({ message }) => message);
