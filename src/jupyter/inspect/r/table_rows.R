# Row numbers in order, one out of each of so many stretches. Regular data would fool a regular step; multiples of the
# golden ratio hit every place of a stretch alike, and leave the person's random numbers alone. The first and the last row
# are among them.
pick <- function(rows, count) {
  # Whole numbers would be too large for R.
  edges <- floor(as.numeric(rows) * (0:count) / count)
  low <- edges[-(count + 1)]
  chosen <- low + 1 + floor((seq_len(count) * ((sqrt(5) - 1) / 2)) %% 1 * (edges[-1] - low))
  if (count > 1) replace(chosen, c(1, count), c(1, rows)) else chosen
}

inspect <- function() {
  value <- as_table(resolve(args$path))
  keys <- make.unique(as.character(names(value)))
  rows <- nrow(value)
  bytes <- max(1, as.numeric(utils::object.size(value)) / max(1, rows)) * 2
  most <- max(1, min(args$max_rows, floor(args$max_bytes / bytes), rows))
  taken <- if (rows > most) pick(rows, most) else seq_len(rows)
  columns <- lapply(seq_along(keys), function(place) cells(value[[place]][taken]))
  list(
    columns = lapply(seq_along(keys), function(place) list(name = keys[place], dtype = class(value[[place]])[1])),
    rows = lapply(seq_along(taken), function(row) lapply(columns, function(column) column[[row]])),
    rows_total = rows,
    taken = if (rows > length(taken)) "sample" else "all"
  )
}
