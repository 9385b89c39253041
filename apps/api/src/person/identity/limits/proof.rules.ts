/** Maximum cost of a proof as a multiple of the minimum: about four seconds on a desktop. */
const mostExpensive = 16;

const doubled = (steps: number) => Math.min(mostExpensive, 2 ** Math.max(0, steps));

/** Cost of a stranger's password attempt, by the attempts of strangers within the hour; 0 = no
 * proof required. */
export const guessCost = (strangerGuesses: number): number =>
  strangerGuesses < 3 ? 0 : doubled(strangerGuesses - 3);

/** Cost of an SMS, by the SMS to the number within the day and from the network within 15
 * minutes. */
export const textCost = (toNumber: number, fromNetwork: number): number =>
  doubled(Math.max(toNumber - 1, Math.floor(fromNetwork / 10) - 1));
