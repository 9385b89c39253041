/** How many times the least a proof may cost: some four seconds for a desktop. */
export const mostExpensive = 16;

const doubled = (steps: number) => Math.min(mostExpensive, 2 ** Math.max(0, steps));

/** Cost of a stranger's password guess, by how many strangers made within the hour; 0 = none is
 * asked for. */
export const guessCost = (strange: number): number => (strange < 3 ? 0 : doubled(strange - 3));

/** Cost of a text, by how many the number got within the day and the asking address within a
 * quarter of an hour. */
export const textCost = (toNumber: number, fromAddress: number): number =>
  doubled(Math.max(toNumber - 1, Math.floor(fromAddress / 10) - 1));
