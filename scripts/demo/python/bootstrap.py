import time

target = rides.trips.to_numpy()
slopes = []
for batch in range(1, 9):
    for _ in range(100):
        pick = rng.integers(0, len(rides), len(rides))
        slopes.append(np.linalg.lstsq(x[pick], target[pick], rcond=None)[0][1])
    print(f"batch {batch} of 8: {len(slopes)} samples, {np.mean(slopes):+.1f} trips a degree")
    time.sleep(0.5)  # stands in for work that takes longer
low, high = np.percentile(slopes, [2.5, 97.5])
f"{low:.0f} to {high:.0f} trips a degree (95 % interval of {len(slopes)} samples)"
