/** Over after some milliseconds. */
export const pause = (milliseconds: number): Promise<void> => new Promise((over) => { setTimeout(over, milliseconds); });
