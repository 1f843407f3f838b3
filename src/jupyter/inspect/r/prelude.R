# Runs before every inspection of an R kernel, in an environment of its own above the base package: none of the person's
# names is masked or changed. It provides `args`, `refuse`, `limited` and what turns values into JSON.
args <- jsonlite::fromJSON(ARGS, simplifyVector = FALSE)
global <- globalenv()

refuse <- function(kind, ...) {
  stop(structure(class = c("refused", "error", "condition"),
                 list(message = kind, call = NULL, kind = kind, details = list(...))))
}

# The value of an expression within a time limit; the condition where there is none.
limited <- function(expression, seconds = 0.5) {
  on.exit(setTimeLimit())
  setTimeLimit(elapsed = seconds, transient = TRUE)
  tryCatch(expression, error = function(one) if (inherits(one, "refused")) stop(one) else one)
}

failed <- function(value) inherits(value, "error")

sized <- function(count) {
  units <- c("B", "kB", "MB", "GB", "TB")
  place <- 1
  while (count >= 1000 && place < length(units)) {
    count <- count / 1000
    place <- place + 1
  }
  number <- if (place == 1 || count >= 100) sprintf("%.0f", count) else sub("\\.0$", "", sprintf("%.1f", count))
  paste(number, units[place])
}

counted <- function(count, word) paste0(format(count, scientific = FALSE), " ", word, if (count == 1) "" else "s")

shorten <- function(text, most) {
  if (is.na(text)) return(NULL)
  if (nchar(text) > most) paste0(substr(text, 1, most), "\u2026 (", nchar(text), " characters)") else text
}

# Values of one column, or vector, as JSON has them.
cells <- function(values) {
  if (inherits(values, "POSIXt")) {
    zone <- attr(values, "tzone")
    plain <- format(as.POSIXct(values), "%Y-%m-%dT%H:%M:%S%z")
    if (is.null(zone) || !nzchar(zone[1])) plain <- sub("[+-][0-9]{4}$", "", plain)
    return(lapply(sub("([+-][0-9]{2})([0-9]{2})$", "\\1:\\2", plain), one_cell))
  }
  if (inherits(values, "Date")) return(lapply(format(values, "%Y-%m-%d"), one_cell))
  if (is.factor(values)) return(lapply(as.character(values), one_cell))
  if (inherits(values, "difftime")) {
    # format() would give all as many digits as the longest, seven at most, and a unit to what is missing.
    plain <- paste(sprintf("%.15g", as.numeric(values)), attr(values, "units"))
    plain[is.na(values)] <- NA
    return(lapply(plain, one_cell))
  }
  if (is.complex(values)) return(lapply(as.character(values), one_cell))
  if (is.list(values)) return(lapply(values, function(one) shorten(paste(deparse(one, nlines = 2L), collapse = " "), 200)))
  lapply(values, one_cell)
}

one_cell <- function(value) {
  if (is.na(value)) return(NULL)
  if (is.character(value)) return(shorten(value, 500))
  if (is.numeric(value) && is.infinite(value)) return(if (value > 0) "inf" else "-inf")
  if (is.numeric(value)) return(signif(value, 15))
  value
}

# Whether a name stands for an expression that is still to be evaluated, as delayedAssign() makes it: to read it would
# evaluate it, for as long as that takes. Base R has no way to tell; IRkernel brings rlang along.
is_promise <- function(names) {
  if (!length(names) || !"rlang" %in% loadedNamespaces()) return(rep(FALSE, length(names)))
  unname(rlang::env_binding_are_lazy(global, names))
}

# The value at a path: a name, then names or places of lists.
resolve <- function(path) {
  if (!exists(path$name, envir = global, inherits = FALSE)) {
    refuse("not_found", step = 0, near = as.list(ls(global)))
  }
  if (is_promise(path$name)) refuse("promise")
  value <- limited(get(path$name, envir = global, inherits = FALSE))
  place <- 0
  for (step in path$steps) {
    if (failed(value)) break
    place <- place + 1
    value <- limited(follow(value, step, place))
  }
  if (failed(value)) refuse("raised", type = class(value)[1])
  value
}

follow <- function(value, step, place) {
  key <- if (is.null(step$attribute)) step$key else step$attribute
  if (isS4(value)) {
    if (!key %in% methods::slotNames(value)) refuse("not_found", step = place, near = as.list(methods::slotNames(value)))
    return(methods::slot(value, key))
  }
  if (is.environment(value)) {
    if (!exists(key, envir = value, inherits = FALSE)) refuse("not_found", step = place, near = as.list(ls(value)))
    return(get(key, envir = value, inherits = FALSE))
  }
  if (!is.vector(value) && !is.list(value) && !is.data.frame(value)) refuse("not_indexable", step = place, type = class(value)[1])
  there <- if (is.character(key)) key %in% names(value) else key >= 1 && key <= length(value)
  if (!there) refuse("not_found", step = place, near = as.list(as.character(names(value))), length = length(value))
  value[[key]]
}

answer <- function() {
  reply <- tryCatch(
    list(ok = inspect()),
    refused = function(one) list(refused = one$kind, details = if (length(one$details)) one$details else named()),
    error = function(one) list(failed = class(one)[1], line = 0)
  )
  json <- jsonlite::toJSON(reply, auto_unbox = TRUE, null = "null", na = "null", digits = NA, force = TRUE)
  cat(MARK, json, MARK, sep = "")
}

named <- function(...) setNames(list(...), if (...length()) ...names() else character())
unname <- function(value) {
  names(value) <- NULL
  value
}
setNames <- function(value, names) {
  names(value) <- names
  value
}
