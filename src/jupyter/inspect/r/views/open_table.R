# Opens a table for a view: checks it and keeps a snapshot; joined with the others in programs.ts.
inspect <- function() {
  value <- as_table(resolve(args$path))
  type <- class(value)[1]
  keys <- make.unique(as.character(names(value)))
  # Row names say something unless they are numbers.
  if (is.character(attr(value, "row.names"))) {
    value <- c(list(row.names(value)), as.list(value))
    keys <- make.unique(c("row_name", keys))
    value <- structure(value, class = "data.frame", row.names = seq_along(value[[1]]))
  }
  names(value) <- keys
  snapshot <- list(value = value, type = type)
  keep(args$handle, snapshot)
  outline_of(snapshot)
}
