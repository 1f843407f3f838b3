/** The English words that the reader knows, by sense. */

import type { Words } from "./lexicon.ts";

export const english: Words = [
  [
    { say: "chart", chart: "line" },
    "line chart|line graph|line plot|linegraph|linechart|lines|multi line|time series|timeline|sparkline",
  ],
  [
    { say: "chart", chart: "bar" },
    "bar chart|bar graph|bar plot|bar chat|bart chart|barchart|bars|column chart|column graph|columns",
  ],
  [{ say: "chart", chart: "histogram" }, "histogram|frequency chart|frequency distribution|frequency"],
  [
    { say: "chart", chart: "scatter" },
    "scatter plot|scatterplot|scatter chart|scatter graph|scatter diagram|scatter|xy plot|xyplot|bubble chart|bubble plot|bubble|dot plot",
  ],
  [{ say: "chart", chart: "box" }, "box plot|boxplot|box and whisker|box|whisker|quartile"],
  [{ say: "chart", chart: "heatmap" }, "heat map|heatmap|matrix"],
  [{ say: "chart", chart: "area" }, "area chart|area graph|area plot|stacked area"],
  [{ say: "chart", chart: "pie" }, "pie chart|pie|donut|doughnut|donut chart"],
  [{ say: "form", form: "stacked" }, "stacked|stack up"],
  [{ say: "form", form: "grouped" }, "clustered|side by side"],
  [
    { say: "form", form: "panels" },
    "small multiple|panel|facet|separate chart|separate graph|separate plot|separate panel|separate|separately|one chart|one graph|one plot|series of|trellis|each plot|each chart|each graph|multiple chart|different chart|own chart|own small chart|small chart|one per|one for each|subplot|grid of|individual chart|multiple scatter|different scatter|multiple bar|multiple histogram|different plot|multiple plot|multiple graph",
  ],
  [{ say: "form", form: "overlay" }, "overlay|overlaid|overlapping|on top of each other|superimposed"],

  [
    { say: "aggregate", aggregate: "sum" },
    "sum|total|sum of|total of|in total|totalled|altogether|combined",
  ],
  [
    { say: "aggregate", aggregate: "mean" },
    "average|avg|mean|on average|typical|typically",
  ],
  [{ say: "aggregate", aggregate: "median" }, "median"],
  [{ say: "aggregate", aggregate: "min" }, "minimum|min|minimal"],
  [{ say: "aggregate", aggregate: "max" }, "maximum|max|maximal|peak"],
  [
    { say: "count" },
    "count|count of|total count|frequency of|tally|count row|row count|record count|row|record|entry|number of row|number of record",
  ],
  [
    { say: "count", numberOf: true, distinct: true },
    "number of different|number of distinct|number of unique|how many different|how many distinct|how many unique|distinct|unique",
  ],
  [{ say: "count", numberOf: true }, "number of|how many|total number of|#|# of|no. of|number"],

  [
    { say: "intent", intent: "trend" },
    "trend|over time|through time|across time|change|develop|development|evolve|evolution|progress|progression|grow|grew|growth|rise|fall|fell|increase|decline|history|historical|course|movement|trajectory|over the year|over year|over the month|over the week|over the day|with time|fluctuate|fluctuation|went up|going up|going down|went down",
  ],
  [
    { say: "intent", intent: "distribution" },
    "distribution|distributed|how common|range|concentrated|skew|categorization|density|bell curve|spread out",
  ],
  [
    { say: "intent", intent: "relation" },
    "relation|relationship|related|correlation|correlate|association|associated|depend|affect|influence|impact|mean lower|linked|connection",
  ],
  [
    { say: "intent", intent: "compare" },
    "compare|comparison|rank|contrast|stack up against",
  ],
  [
    { say: "intent", intent: "share" },
    "share|proportion|percentage|percent|composition|part of|fraction|breakdown|make up|made up|consist|ratio of|mix|market share|ratio|relative frequency|out of all",
  ],
  [{ say: "intent", intent: "rate" }, "rate"],
  [
    { say: "intent", intent: "spread" },
    "spread|variation|variability|variance|outlier|dispersion|extreme value|consistent|interquartile|stable",
  ],
  [{ say: "intent", intent: "difference" }, "difference|gap|differ|disparity|diverge"],
  [{ say: "intent", intent: "overview" }, "overview|at a glance|big picture|whole picture|overall picture"],
  [
    { say: "intent", intent: "index" },
    "indexed|indexed to 100|index of 100|relative to the first|relative to the start|rebased|base 100|start at 100",
  ],
  [{ say: "intent", intent: "cumulative" }, "cumulative|cumulated|running total|running sum|cumulatively"],
  [
    { say: "intent", intent: "season" },
    "seasonal|seasonality|season pattern|time of year",
  ],

  [
    { say: "group", role: "any", side: "after" },
    "by|per|for each|each|every|for every|of each|in each|across|among|amongst|within|for different|different|various|grouped by|groupby|grouped|based on|categorized by|categorised by|classified by|sorted into|aggregated by|regarding|function of|which|what kind of|according to|for all|for the different|in different|with different|from different|parameterized by|along|against each|for individual|individual",
  ],
  [
    { say: "group", role: "color", side: "after" },
    "color by|colour by|color coded by|color code|color|colour|split by|split|split out|broken down by|breaking down by|broken down|broken out by|broken out|divided by|divided into|divided|separated by|segregated by|segregated|distinguished by|sub grouped by|sub group|differentiated by|filtered by|segmented by|one line for each|one line per|line for each|different line for|a line for each|colored line for each|different colored line for each|with different color by|bars represent|break into|with a line per|by color",
  ],
  [
    { say: "group", role: "color", side: "after", stacked: true },
    "stacked by|stacked with|stacked per",
  ],
  [{ say: "axis", axis: "x" }, "x axis|horizontal axis|x ="],
  [{ say: "axis", axis: "y" }, "y axis|vertical axis|y ="],
  [{ say: "axis", axis: "color" }, "legend|label|hue|in the legend|as legend"],
  [{ say: "axis", axis: "size" }, "bubble size|point size|marker size|dot size|circle size"],
  [
    { say: "versus" },
    "vs|vs.|depend on|vary with|change with|change as|as a function of|compare to|compare with|v.|v/s|v.s.|versus|against|to",
  ],
  [{ say: "and" }, "and|&|,|/|plus|or|as well as"],

  [{ say: "unit", unit: "hour", every: true }, "hourly|per hour|each hour|every hour"],
  [{ say: "unit", unit: "hour" }, "hour"],
  [{ say: "unit", unit: "day", every: true }, "daily|per day|each day|every day|day by day"],
  [{ say: "unit", unit: "day" }, "day"],
  [{ say: "unit", unit: "week", every: true }, "weekly|per week|each week|every week|week by week"],
  [{ say: "unit", unit: "week" }, "week"],
  [{ say: "unit", unit: "month", every: true }, "monthly|per month|each month|every month|month by month"],
  [{ say: "unit", unit: "month" }, "month"],
  [{ say: "unit", unit: "quarter", every: true }, "quarterly|per quarter|each quarter|every quarter"],
  [{ say: "unit", unit: "quarter" }, "quarter"],
  [
    { say: "unit", unit: "year", every: true },
    "yearly|annual|annually|per year|each year|every year|year by year|per annum",
  ],
  [{ say: "unit", unit: "year" }, "year"],
  [
    { say: "unit", unit: "weekday", every: true },
    "weekday|day of the week|day of week|by weekday|week day",
  ],
  [
    { say: "unit", unit: "hour_of_day", every: true },
    "hour of the day|hour of day|time of day|time of the day",
  ],
  [
    { say: "unit", unit: "month_of_year", every: true },
    "months of the year|which month|month of year|calendar month",
  ],
  [{ say: "time" }, "time|date|period"],

  [
    { say: "sort", by: "value", descending: true },
    "descending|in descending order|decreasing|decreasing order|highest to lowest|highest first|high to low|largest first|largest to smallest|biggest first|from most to least|most to least|sort descending|best first",
  ],
  [
    { say: "sort", by: "value", descending: false },
    "ascending|in ascending order|asc|increasing order|lowest to highest|lowest first|low to high|smallest first|smallest to largest|least to most",
  ],
  [
    { say: "sort", by: "value", descending: true },
    "sort by value|sorted|sorted by|order the bar",
  ],
  [
    { say: "sort", by: "label" },
    "alphabetically|alphabetical|alphabetical order|alphabetized|sort alphabetically|by name|sorted by name",
  ],
  [{ say: "sort", by: "data" }, "in the original order|in table order|as listed"],
  [
    { say: "most", descending: true },
    "highest|most|largest|biggest|greatest|higher|more|larger|strongest|which has the highest|high|large|leading|busiest|popular",
  ],
  [
    { say: "most", descending: false },
    "lowest|least|fewest|smallest|lower|fewer|weakest|less|low|small",
  ],
  [{ say: "most", descending: true, judged: true }, "best"],
  [{ say: "most", descending: false, judged: true }, "worst"],
  [{ say: "most", descending: true, measure: "weight" }, "heaviest|heavy|heavier"],
  [{ say: "most", descending: false, measure: "weight" }, "lightest"],
  [{ say: "most", descending: true, measure: "height" }, "tallest|taller"],
  [{ say: "most", descending: false, measure: "height" }, "shortest"],
  [{ say: "most", descending: true, measure: "length" }, "longest|longer"],
  [{ say: "most", descending: true, measure: "age" }, "oldest|older"],
  [{ say: "most", descending: false, measure: "age" }, "youngest|younger"],
  [{ say: "most", descending: true, measure: "price" }, "most expensive|priciest|expensive|costliest"],
  [{ say: "most", descending: false, measure: "price" }, "cheapest|least expensive|cheap"],
  [{ say: "most", descending: true, measure: "speed" }, "fastest|quickest"],
  [{ say: "most", descending: false, measure: "speed" }, "slowest"],
  [{ say: "most", descending: true, measure: "temperature" }, "hottest|warmest"],
  [{ say: "most", descending: false, measure: "temperature" }, "coldest|coolest"],
  [{ say: "most", descending: true, measure: "rain" }, "rainiest|wettest"],
  [{ say: "most", descending: true, measure: "income" }, "richest|wealthiest"],
  [{ say: "most", descending: false, measure: "income" }, "poorest"],
  [{ say: "most", descending: true, measure: "population" }, "most populous|populous"],
  [{ say: "most", descending: true, measure: "rating" }, "top rated|best rated|highest rated"],
  [{ say: "most", descending: true, measure: "power" }, "most powerful|powerful"],
  [{ say: "top", descending: true }, "top|upper"],
  [{ say: "top", descending: false }, "bottom"],
  [{ say: "all" }, "all columns|every column|each column|all measures|all series|all variables"],
  [
    { say: "rest" },
    "the rest as other|rest as other|with the rest|others as other|group the rest|and other|rest|other",
  ],

  [
    { say: "bound", op: ">", side: "after" },
    "over|above|more than|greater than|larger than|higher than|exceeding|bigger than|>",
  ],
  [
    { say: "bound", op: ">=", side: "after" },
    "at least|from at least|no less than|not less than|minimum of|>=|≥",
  ],
  [
    { say: "bound", op: "<", side: "after" },
    "under|below|less than|fewer than|smaller than|lower than|<",
  ],
  [{ say: "bound", op: "<=", side: "after" }, "at most|up to|no more than|not more than|maximum of|<=|≤"],
  [
    { say: "bound", op: ">=", side: "before" },
    "or more|or above|or higher|and above|and over|and up|or greater|or older|or later",
  ],
  [
    { say: "bound", op: "<=", side: "before" },
    "or less|or below|or lower|and below|and under|or fewer|or younger|or earlier",
  ],
  [{ say: "bound", op: ">", side: "after", measure: "weight" }, "heavier than"],
  [{ say: "bound", op: "<", side: "after", measure: "weight" }, "lighter than"],
  [{ say: "bound", op: ">", side: "after", measure: "age" }, "older than"],
  [{ say: "bound", op: "<", side: "after", measure: "age" }, "younger than"],
  [{ say: "bound", op: ">", side: "after", measure: "length" }, "longer than"],
  [{ say: "bound", op: ">", side: "after", measure: "depth" }, "deeper than"],
  [{ say: "bound", op: "<", side: "after", measure: "length" }, "shorter than"],
  [{ say: "bound", op: ">", side: "after", measure: "height" }, "taller than"],
  [{ say: "bound", op: ">", side: "after", measure: "price" }, "more expensive than"],
  [{ say: "bound", op: "<", side: "after", measure: "price" }, "cheaper than"],
  [{ say: "from" }, "since|from|after|starting|starting in|as of"],
  [{ say: "to" }, "until|till|through|thru|before|up until"],
  [
    { say: "unsupported" },
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|on weekdays|weekend|on weekends|year over year|growth rate|map",
  ],
  [{ say: "between" }, "between"],
  [{ say: "last" }, "last|past|this|current|recent|most recent|latest|previous"],
  [
    { say: "except", side: "after" },
    "except|except for|excluding|without|not|other than|leaving out|but not|ignoring|omit|apart from|non|outside|outside of|not equal to|!=",
  ],

  [
    { say: "line", kind: "mean" },
    "mean line|average line|line at the mean|line at the average|line for the mean|line for the average|overall average|overall mean",
  ],
  [{ say: "line", kind: "median" }, "median line|line at the median|line for the median|overall median"],
  [
    { say: "line", kind: "target" },
    "target|goal|target line|goal line|target of|goal of|quota|reference line|line at",
  ],
  [
    { say: "line", kind: "threshold" },
    "threshold|limit|cutoff|cut off|threshold line|limit line|upper limit|lower limit|alert level|break even",
  ],
  [
    { say: "line", kind: "moving_average" },
    "moving average|rolling average|rolling mean|moving mean|running average|smoothed|running mean",
  ],
  [
    { say: "line", kind: "regression" },
    "trend line|trendline|regression|regression line|linear fit|fitted line|line of best fit|best fit",
  ],
  [{ say: "bins", by: "count" }, "bins|buckets|class"],
  [
    { say: "bins", by: "width" },
    "bin size|bin width|bin size of|bin width of|bins of|buckets of|in steps of|intervals of|interval|increment|band|bands of|nearest|steps of",
  ],
  [{ say: "log" }, "log scale|logarithmic|log|logarithmic scale|log axis"],
  [{ say: "zero" }, "from zero|start at zero|zero based|include zero|zero baseline"],

  [
    { say: "nothing" },
    "a|an|the|of|in|on|at|is|are|was|were|be|been|it|its|that|these|those|there|their|them|they|i|me|my|we|our|us|you|your|want|need|like|would|could|can|please|show|display|plot|chart|graph|graphic|diagram|draw|create|make|give|visualize|visualise|visualization|present|render|see|view|look|tell|know|find|with|for|as|and how|how|what|when|where|who|whose|why|do|does|did|has|have|had|many|much|any|some|all|both|only|just|also|then|so|if|than|into|onto|out|up|down|use|using|used|data|dataset|table|value|figure|result|information|axis|axes|mark|indicate|represent|from the|s|let|go|get|got|respect|respectively|vertical|horizontal|simple|nice|good|clean|plain|quick|version|kind|type of|put|add|include|contain|set|title|same|case|about|while|because|during|throughout|between the|being|will|should|am|not only|no|yes|general|specific|particular|each of|per each|via|whether|level|amount of|item|entity|thing|order|way|side|page|right|left|top of|new|one|two|three|four|five|six|together|seem|actually|really|here|overall|dot|located|height|scale|but|its own|itself|t|d|re|ve|m|versus time|given|unit|look like|happen|across the page|broken|bar has|over all|to be|to see|to know|to show|to find|for the",
  ],
];
