/** Whether a promise settles in time. */
export async function settlesWithin(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<boolean>((resolve) => timer = setTimeout(() => resolve(false), limitMs));
  try {
    return await Promise.race([promise.then(() => true, () => true), limit]);
  } finally {
    clearTimeout(timer);
  }
}
