/** Calls back after so many milliseconds; the returned function takes that back. */
export type Schedule = (milliseconds: number, callback: () => void) => () => void;

export const schedule: Schedule = (milliseconds, callback) => {
  const id = setTimeout(callback, milliseconds);
  return () => clearTimeout(id);
};
