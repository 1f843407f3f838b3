x = np.column_stack([np.ones(len(rides)), rides.temperature, rides.rain_mm, rides.weekend])
effect = np.linalg.lstsq(x, rides.trips, rcond=None)[0]
rides["expected"] = x @ effect
explained = np.corrcoef(rides.expected, rides.trips)[0, 1] ** 2
week = (rides.trips - rides.expected).resample("W").sum()
worst = week.idxmin()

print(f"a degree warmer       {effect[1]:+8.0f} trips a day")
print(f"a millimetre of rain  {effect[2]:+8.0f} trips a day")
print(f"a weekend             {effect[3]:+8.0f} trips a day")
print(f"explained             {explained:8.0%}")
print(f"furthest off: the week to {worst:%Y-%m-%d}, {week.min():+,.0f} trips")
