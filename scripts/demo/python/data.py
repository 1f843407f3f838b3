import numpy as np
import pandas as pd

rng = np.random.default_rng(2025)
days = pd.date_range("2025-01-01", "2025-12-31", name="day")
season = -np.cos((np.arange(len(days)) - 20) / 365 * 2 * np.pi)
temperature = 11.5 + 10 * season + rng.normal(0, 2.6, len(days))
rain = np.where(rng.random(len(days)) < 0.33, rng.gamma(2.2, 3.5, len(days)), 0.0)
weekend = days.day_of_week.to_numpy() >= 5
trips = 950 + 95 * temperature.clip(0, 24) - 60 * rain.clip(0, 20) - 380 * weekend
trips = trips + rng.normal(0, 120, len(days))
trips[(days >= "2025-09-15") & (days <= "2025-09-21")] *= 0.35

rides = pd.DataFrame(
    {
        "temperature": temperature.round(1),
        "rain_mm": rain.round(1),
        "weekend": weekend,
        "trips": trips.clip(60).round().astype(int),
    },
    index=days,
)
print(f"{len(rides)} days, {rides.trips.sum():,} trips, {rides.isna().sum().sum()} values missing\n")
print(rides.head(4))
