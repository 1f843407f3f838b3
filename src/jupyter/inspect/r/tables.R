# Finds out what is a table, and describes it. Part of the table inspections; joined with the others in programs.ts.
sample_from <- 1e6
sample_size <- 1e5
times <- c("Date", "POSIXt", "difftime")

# What is cheap is told of all rows, the rest of those that are taken.
statistics <- function(values, taken) {
  some <- if (is.null(taken)) values else values[taken]
  some <- some[!is.na(some)]
  # To leave out what is missing takes a copy, which numbers are worth.
  values <- if (is.null(taken) || !(is.numeric(values) || inherits(values, times))) some else values[!is.na(values)]
  if (length(values) == 0) return(list(count = 0))
  if (inherits(values, times)) {
    return(list(count = length(values), min = cells(min(values))[[1]], max = cells(max(values))[[1]]))
  }
  if (is.numeric(values) && !is.factor(values)) {
    values <- as.numeric(values)
    quarters <- stats::quantile(some, c(0.25, 0.5, 0.75), names = FALSE)
    return(list(count = length(values), mean = signif(mean(values), 12), std = signif(stats::sd(values), 12),
                min = min(values), "25%" = quarters[1], "50%" = quarters[2], "75%" = quarters[3], max = max(values)))
  }
  if (is.list(values)) return(list(count = length(values)))
  counts <- sort(table(as.character(some)), decreasing = TRUE)
  list(count = length(some), unique = length(counts), top = shorten(names(counts)[1], 200), freq = as.integer(counts[1]))
}

head_of <- function(value, keys, places, count) {
  columns <- lapply(places, function(place) cells(value[[place]][seq_len(count)]))
  lapply(seq_len(count), function(row) setNames(lapply(columns, function(column) column[[row]]), keys[places]))
}

as_table <- function(value) {
  if (!is.data.frame(value)) refuse("not_a_table", type = class(value)[1], form = if (is.list(value)) "list" else "array")
  value
}

describe_table <- function(value) {
  keys <- make.unique(as.character(names(value)))
  places <- seq_along(keys)
  if (!is.null(args$columns)) {
    wanted <- unlist(args$columns)
    missing <- setdiff(wanted, keys)
    if (length(missing)) refuse("no_column", column = missing[1], near = as.list(keys))
    places <- match(wanted, keys)
  } else places <- utils::head(places, args$most_columns)
  rows <- nrow(value)
  bytes <- as.numeric(utils::object.size(value))
  told <- list(
    type = class(value)[1], library = "R", shape = list(rows, length(keys)), columns = as.list(keys),
    dtypes = as.list(setNames(vapply(value, function(one) paste(class(one), collapse = "/"), ""), keys)),
    memory = sized(bytes), memory_bytes = bytes
  )
  if (length(keys) == 0) told$dtypes <- named()
  count <- min(args$head_rows, rows)
  if (args$head_rows > 0) told$head <- head_of(value, keys, places, count)
  taken <- if (rows > sample_from) round(seq(1, rows, length.out = sample_size)) else NULL
  told$nulls <- as.list(setNames(vapply(places, function(place) sum(is.na(value[[place]])), 0), keys[places]))
  told$describe <- setNames(lapply(places, function(place) {
    statistics(value[[place]], taken)
  }), keys[places])
  if (length(places) == 0) told$nulls <- told$describe <- named()
  if (!is.null(taken)) {
    told$sampled <- list(rows = length(taken), of = rows, note = "quartiles, and all of texts, are of evenly spaced rows; the rest is of all rows")
  }
  told
}
