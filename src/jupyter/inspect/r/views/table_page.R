# One page of a snapshot; conditions are those of the program for Python.
profiled <- 20000
bins <- 16

# As numbers, in the zone that the person reads.
as_numbers <- function(values) {
  if (!inherits(values, "POSIXt")) return(as.numeric(values))
  moments <- as.POSIXct(values)
  as.numeric(as.POSIXct(format(moments, "%Y-%m-%d %H:%M:%S"), tz = "UTC")) + as.numeric(moments) %% 1
}

# Whole numbers beyond 2^53 are sent as their digits: R compares the nearest of its own numbers.
is_whole <- function(limit) is.character(limit) && grepl("^-?[0-9]+$", limit)

limit_of <- function(values, limit) {
  if (is_whole(limit)) return(as.numeric(limit))
  if (!is.character(limit)) return(limit)
  moment <- as.POSIXct(sub("T", " ", limit), tz = "UTC", tryFormats = c("%Y-%m-%d %H:%M:%OS", "%Y-%m-%d"))
  if (inherits(values, "Date")) as.numeric(moment) / 86400 else as.numeric(moment)
}

between <- function(values, condition) {
  numbers <- as_numbers(values)
  found <- !is.na(numbers)
  if (!is.null(condition$low)) {
    low <- limit_of(values, condition$low)
    found <- found & (if (isTRUE(condition$low_open)) numbers > low else numbers >= low)
  }
  if (!is.null(condition$high)) {
    high <- limit_of(values, condition$high)
    found <- found & (if (isTRUE(condition$high_open)) numbers < high else numbers <= high)
  }
  found
}

anywhere <- function(value, condition) {
  wanted <- tolower(condition$text)
  found <- rep(FALSE, nrow(value))
  for (values in as.list(value)) {
    kind <- kind_of(values)
    here <- if (kind == "text") grepl(wanted, tolower(texts_of(values)), fixed = TRUE)
      else if (kind == "number" && is_whole(condition$number)) between(values, list(low = condition$number, high = condition$number))
      else if (kind == "number" && !is.null(condition$number)) abs(values - condition$number) <= abs(condition$number) * 1e-9
      else if (kind == "time" && !is.null(condition$low)) between(values, list(low = condition$low, high = condition$high, high_open = TRUE))
      else if (kind == "bool" && wanted %in% c("true", "false")) values == (wanted == "true")
      else next
    found <- found | (!is.na(here) & here)
  }
  found
}

mask_of <- function(value, condition) {
  if (condition$kind == "text") return(anywhere(value, condition))
  values <- value[[condition$place + 1]]
  found <- if (condition$kind == "equal") tolower(texts_of(values)) == tolower(condition$text) else between(values, condition)
  if (isTRUE(condition$negate)) found <- !found
  !is_missing(values) & !is.na(found) & found
}

rows_of <- function(snapshot) {
  value <- snapshot$value
  question <- jsonlite::toJSON(list(args$sort, args$condition), auto_unbox = TRUE, null = "null", digits = NA)
  if (identical(snapshot$question, question)) return(snapshot$rows)
  rows <- if (is.null(args$condition)) NULL else which(mask_of(value, args$condition))
  if (!is.null(args$sort)) {
    values <- value[[args$sort$place + 1]]
    if (is.list(values)) values <- texts_of(values)
    if (!is.null(rows)) values <- values[rows]
    ordered <- order(values, decreasing = args$sort$descending, na.last = TRUE, method = "radix")
    rows <- if (is.null(rows)) ordered else rows[ordered]
  }
  keep(args$handle, list(value = value, type = snapshot$type, question = question, rows = rows))
  rows
}

profile <- function(values, place, taken) {
  some <- values[taken]
  some <- some[!is_missing(some)]
  told <- list(place = place, nulls = sum(is_missing(values)), nulls_exact = TRUE, sampled = length(taken) < length(values))
  kind <- kind_of(values)
  if (kind %in% c("number", "time")) {
    numbers <- as.numeric(some)
    numbers <- numbers[is.finite(numbers)]
    if (!length(numbers)) return(told)
    low <- min(numbers)
    high <- max(numbers)
    counts <- if (low == high) length(numbers) else tabulate(pmin(bins, floor((numbers - low) / (high - low) * bins) + 1), bins)
    return(c(told, list(low = cells(min(some))[[1]], high = cells(max(some))[[1]], histogram = as.list(counts))))
  }
  counts <- sort(table(texts_of(some)), decreasing = TRUE)
  top <- utils::head(counts, bins)
  c(told, list(distinct = length(counts), histogram = as.list(unname(as.integer(top))),
               top = lapply(seq_len(min(3, length(top))), function(at) list(shorten(names(top)[at], 60), top[[at]]))))
}

# All digits and characters. Numbers with more digits than JSON is given are texts.
exact_cells <- function(values) {
  if (is.list(values)) return(lapply(values, function(one) paste(deparse(one), collapse = " ")))
  if (is.factor(values)) values <- as.character(values)
  if (is.character(values)) return(lapply(values, function(one) if (is.na(one)) NULL else one))
  if (!is.double(values) || is.object(values)) return(cells(values))
  lapply(values, function(one) {
    if (is.na(one) || is.infinite(one) || signif(one, 15) == one) return(one_cell(one))
    sprintf(if (as.numeric(sprintf("%.16g", one)) == one) "%.16g" else "%.17g", one)
  })
}

shown_cells <- function(values) {
  shown <- if (isTRUE(args$exact)) exact_cells(values) else cells(values)
  if (is.list(values)) shown[is_missing(values)] <- list(NULL)
  shown
}

# As many rows as there is space for; the texts of a single row that is too long are shortened.
fitted_rows <- function(rows) {
  sizes <- cumsum(vapply(rows, function(row) sum(nchar(unlist(row)), na.rm = TRUE) + 4 * length(row), 0))
  kept <- utils::head(rows, sum(sizes <= args$max_chars))
  if (length(kept) || !length(rows)) return(list(rows = kept))
  longest <- args$max_chars %/% length(rows[[1]])
  list(rows = list(lapply(rows[[1]], function(one) if (is.character(one)) shorten(one, longest) else one)), is_shortened = TRUE)
}

inspect <- function() {
  snapshot <- kept_snapshot(args$handle)
  value <- snapshot$value
  places <- Filter(function(place) place >= 0 && place < length(value), unlist(args$places))
  if (isTRUE(args$profile)) {
    taken <- if (nrow(value) > profiled) round(seq(1, nrow(value), length.out = profiled)) else seq_len(nrow(value))
    return(list(profiles = lapply(places, function(place) profile(value[[place + 1]], place, taken))))
  }
  rows <- if (is.null(args$sort) && is.null(args$condition)) NULL else rows_of(snapshot)
  count <- if (is.null(rows)) nrow(value) else length(rows)
  # The view may ask for a row of the filter before.
  start <- min(args$offset, max(0, count - 1))
  stop <- min(start + args$limit, count)
  places_of <- if (stop > start) (start + 1):stop else integer()
  taken <- if (is.null(rows)) places_of else rows[places_of]
  columns <- lapply(places, function(place) shown_cells(value[[place + 1]][taken]))
  shown <- lapply(seq_along(taken), function(row) lapply(columns, function(column) column[[row]]))
  page <- c(list(matching = count, offset = start), if (isTRUE(args$exact)) fitted_rows(shown) else list(rows = shown))
  if (isTRUE(args$outline)) c(page, list(outline = outline_of(snapshot))) else page
}
