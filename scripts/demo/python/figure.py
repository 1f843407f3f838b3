import matplotlib.pyplot as plt
from matplotlib.dates import DateFormatter, MonthLocator

ink, soft, blue, orange = "#0f172a", "#64748b", "#2563eb", "#ea580c"
plt.rcParams.update({
    "figure.dpi": 110, "font.size": 11, "text.color": ink, "axes.labelcolor": soft, "axes.edgecolor": "#cbd5e1",
    "axes.titlesize": 12, "axes.titlelocation": "left", "axes.titlepad": 14, "axes.spines.top": False,
    "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True, "grid.color": "#eef2f7",
    "xtick.color": soft, "ytick.color": soft,
})
fig, (year, heat) = plt.subplots(1, 2, figsize=(13.5, 6.2), width_ratios=[1.75, 1], layout="constrained")
fig.get_layout_engine().set(w_pad=0.16, h_pad=0.14)
fig.suptitle("Warmth fills the bikes, rain empties them, and one September week stands out",
             x=0.014, ha="left", fontsize=17, fontweight="bold")

def weekly(values):
    return values.rolling(7, center=True, min_periods=4).mean()

monday = worst - pd.Timedelta(days=6)
year.axvspan(monday, worst, color=orange, alpha=0.16, lw=0)
year.scatter(rides.index, rides.trips, s=11, color="#94a3b8", alpha=0.55, lw=0)
year.plot(rides.index, weekly(rides.expected), color=soft, lw=1.4, ls=(0, (4, 3)))
year.plot(rides.index, weekly(rides.trips), color=blue, lw=2.6)
year.annotate(f"{monday.day}–{worst.day} {worst:%B}: {-week.min():,.0f} trips\nfewer than the weather explains",
              (monday, 280), (-8, 0), textcoords="offset points", ha="right", va="center",
              color=orange, fontweight="bold")
year.set(title="Trips a day, with the mean of seven days (blue) and what the weather explains (dashed)",
         xlim=(days[0], days[-1]), ylim=(0, None))
year.xaxis.set(major_locator=MonthLocator(), major_formatter=DateFormatter("%b"))
year.yaxis.set_major_formatter("{x:,.0f}")
year.grid(axis="x", visible=False)

for wet, color, label in [(False, blue, "dry days"), (True, orange, "rain over 4 mm")]:
    part = rides[rides.rain_mm > 4] if wet else rides[rides.rain_mm == 0]
    line = np.polynomial.Polynomial.fit(part.temperature, part.trips, 1)
    ends = np.array([part.temperature.min(), part.temperature.max()])
    heat.scatter(part.temperature, part.trips, s=26, color=color, alpha=0.45, lw=0, label=label)
    heat.plot(ends, line(ends), color=color, lw=2.4)
heat.set(title="Trips a day by temperature", xlabel="mean temperature, °C", ylim=(0, None))
heat.yaxis.set_major_formatter("{x:,.0f}")
heat.legend(frameon=False, loc="upper left", markerscale=1.6)
plt.show()
