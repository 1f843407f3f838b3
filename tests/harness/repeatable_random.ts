/** Numbers from 0 to below 1 that are the same in every run. */
export function repeatableRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Whole numbers from 0 to below a limit that are the same in every run. */
export function repeatableDice(seed: number): (below: number) => number {
  const random = repeatableRandom(seed);
  return (below) => Math.floor(random() * below);
}
