# The inspection that lists the variables of a session; joined with the others in programs.ts.
describe <- function(name) {
  if (is_promise(name)) {
    return(list(group = 2, weight = 0, entry = list(name = name, type = "promise", size = "not evaluated")))
  }
  if (bindingIsActive(name, global)) {
    return(list(group = 2, weight = 0, entry = list(name = name, type = "active binding", size = "not evaluated")))
  }
  value <- limited(get(name, envir = global, inherits = FALSE))
  if (failed(value)) {
    entry <- list(name = name, type = "unknown", size = "unknown", note = "looking at it failed or took over 0.5 s")
    return(list(group = 1, weight = 0, entry = entry))
  }
  entry <- list(name = name, type = class(value)[1])
  if (is.data.frame(value)) {
    entry$size <- paste(counted(nrow(value), "row"), "\u00d7", counted(ncol(value), "col"))
    return(list(group = 0, weight = nrow(value) * ncol(value), entry = entry))
  }
  if (is.null(value)) return(list(group = 2, weight = 0, entry = c(entry, list(value = NULL))))
  if (is.atomic(value) && length(value) == 1 && is.null(dim(value))) {
    entry["value"] <- cells(value)
    return(list(group = 2, weight = 0, entry = entry))
  }
  bytes <- limited(as.numeric(utils::object.size(value)))
  weight <- if (failed(bytes)) 0 else bytes
  entry$size <- if (!is.null(dim(value))) {
    paste0(paste(dim(value), collapse = " \u00d7 "), ", ", sized(weight))
  } else if (is.function(value)) {
    "function"
  } else {
    counted(length(value), "item")
  }
  list(group = if (is.function(value)) 3 else 1, weight = weight, entry = entry)
}

inspect <- function() {
  hidden <- ls(global, all.names = TRUE)
  hidden <- hidden[startsWith(hidden, ".")]
  shown <- if (isTRUE(args$all)) c(ls(global), setdiff(hidden, ".Random.seed")) else ls(global)
  found <- lapply(shown, describe)
  is_function <- vapply(found, function(one) one$group == 3, TRUE)
  left_out <- named()
  if (!isTRUE(args$all)) {
    if (any(is_function)) left_out$functions <- sum(is_function)
    found <- found[!is_function]
  }
  order_of <- order(vapply(found, function(one) one$group, 0), -vapply(found, function(one) one$weight, 0),
                    vapply(found, function(one) one$entry$name, ""))
  found <- found[order_of]
  last <- min(length(found), args$start + args$limit)
  page <- if (last > args$start) found[(args$start + 1):last] else list()
  list(variables = lapply(page, function(one) one$entry), total = length(found), left_out = left_out)
}
