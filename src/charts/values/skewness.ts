/** To which side a distribution leans, after Fisher and Pearson: 0 where it is symmetric, above it with a tail upwards. */

import { mean } from "./aggregate.ts";

export function skewness(values: Float64Array): number {
  const middle = mean(values);
  const moment = (power: number) =>
    values.reduce((sum, value) => sum + (value - middle) ** power, 0) / values.length;
  const spread = moment(2);
  return spread > 0 ? moment(3) / spread ** 1.5 : 0;
}
