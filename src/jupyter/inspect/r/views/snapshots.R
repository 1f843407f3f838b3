# Snapshots of tables that a person looks at. R copies a table when it is changed, so that to keep it is to have a snapshot.
most_snapshots <- 4
most_listed <- 1000

store <- function() {
  kept <- getOption("jupyter_mcp_snapshots")
  if (is.null(kept)) {
    kept <- new.env(parent = emptyenv())
    kept$handles <- character()
    options(jupyter_mcp_snapshots = kept)
  }
  kept
}

keep <- function(handle, snapshot) {
  kept <- store()
  kept[[handle]] <- snapshot
  kept$handles <- c(setdiff(kept$handles, handle), handle)
  over <- utils::head(kept$handles, -most_snapshots)
  rm(list = over, envir = kept)
  kept$handles <- setdiff(kept$handles, over)
}

kept_snapshot <- function(handle) {
  kept <- store()
  if (!handle %in% kept$handles) refuse("no_snapshot")
  keep(handle, kept[[handle]])
  kept[[handle]]
}

kind_of <- function(values) {
  if (is.logical(values)) "bool" else if (inherits(values, c("Date", "POSIXt"))) "time"
  else if (is.numeric(values) && !is.factor(values) && !inherits(values, "difftime")) "number" else "text"
}

# Lists may hold NULL.
is_missing <- function(values) {
  if (!is.list(values) || inherits(values, "POSIXlt")) return(is.na(values))
  vapply(values, function(one) is.null(one) || (is.atomic(one) && length(one) == 1 && is.na(one)), NA)
}

texts_of <- function(values) {
  if (is.list(values)) return(vapply(cells(values), function(one) if (is.null(one)) NA_character_ else one, ""))
  as.character(values)
}

outline_of <- function(snapshot) {
  value <- snapshot$value
  places <- utils::head(seq_along(value), most_listed)
  list(
    type = snapshot$type, rows = nrow(value), width = length(value), is_first = FALSE,
    columns = lapply(places, function(place) {
      list(name = names(value)[place], dtype = paste(class(value[[place]]), collapse = "/"), kind = kind_of(value[[place]]))
    })
  )
}
