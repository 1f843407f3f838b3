/** Calls back after so many milliseconds; the returned function takes that back. */
export type After = (milliseconds: number, callback: () => void) => () => void;

export const timer: After = (milliseconds, callback) => {
  const id = setTimeout(callback, milliseconds);
  return () => clearTimeout(id);
};
