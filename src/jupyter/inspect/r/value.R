# The value inspection: one value as JSON, bounded by depth, items and characters; joined with the others in programs.ts.
cut <- list()
levels <- integer()
level <- 0
most_cut <- 50
# Characters so far, and how many there may be at the end of the part that is being shown.
spent <- 0
limit <- args$max_in_all
# Characters that a part may take, however small its share: less would tell nothing of it.
least_share <- 200

leave <- function(path, what, ...) {
  cut[[length(cut) + 1]] <<- list(path = path, left_out = what, ...)
  levels[length(cut)] <<- level
}

# What is before and behind a part; where to go on only where there is more.
leave_rest <- function(path, word, start, last, total) {
  whole <- function(number) format(number, scientific = FALSE)
  if (total > 0 && start >= total) {
    there <- paste(if (total == 1) "there is" else "there are", counted(total, word))
    return(leave(path, paste0("everything: start ", whole(start), " is beyond the end, ", there)))
  }
  outside <- paste0(word, "s outside ", whole(start), "\u2013", whole(last), " of ", whole(total))
  if (last < total) leave(path, outside, start = last) else leave(path, outside)
}

# What was left out, the outermost first: what is within may be meant with it.
cut_in_order <- function() {
  ordered <- cut[order(levels)]
  more <- length(ordered) - most_cut
  if (more <= 0) return(ordered)
  c(ordered[seq_len(most_cut)], list(list(path = ordered[[1]]$path, left_out = paste(more, "more parts within"))))
}

count <- function(shown) {
  spent <<- spent + sum(nchar(unlist(shown), "chars", allowNA = TRUE) + 4, na.rm = TRUE)
  shown
}

room <- function() max(least_share, limit - spent)

# show_one() of as many of the places as there is room for, each with its share; what one does not use is for the next.
in_room <- function(places, show_one) {
  whole <- limit
  shown <- list()
  for (place in places) {
    left <- whole - spent
    if (left <= 0 && length(shown) > 0) break
    limit <<- spent + max(least_share, left / (length(places) - length(shown)))
    # One that is NULL counts as well.
    shown <- c(shown, list(show_one(place)))
  }
  limit <<- whole
  shown
}

show <- function(value, path, depth, start = 0) {
  level <<- level + 1
  on.exit(level <<- level - 1)
  show_any(value, path, depth, start)
}

show_any <- function(value, path, depth, start) {
  if (is.null(value)) return(NULL)
  if (is.function(value)) return(list(type = "function", repr = text_of(value, path)))
  if (is.data.frame(value)) {
    leave(path, "the table", hint = "get_dataframe_info")
    return("<data.frame>")
  }
  if (is.atomic(value) && length(dim(value)) == 2) return(show_matrix(value, path, start))
  if (is.atomic(value) || is.list(value)) return(show_items(value, path, depth, start))
  list(type = class(value)[1], repr = text_of(value, path))
}

show_items <- function(value, path, depth, start) {
  total <- length(value)
  if (is.character(value) && total == 1) return(show_text(value, path, start))
  if (is.atomic(value) && total == 1) return(count(cells(value)[[1]]))
  if (depth <= 0) {
    leave(path, counted(total, "item"))
    return(paste0("<", class(value)[1], ": ", counted(total, "item"), ">"))
  }
  last <- min(total, start + args$max_items)
  places <- if (last > start) (start + 1):last else integer()
  shown <- if (is.atomic(value)) in_room(places, function(place) count(cells(value[place])[[1]])) else {
    in_room(places, function(place) show(value[[place]], paste0(path, "[[", place, "]]"), depth - 1))
  }
  places <- places[seq_along(shown)]
  if (length(places) < total) leave_rest(path, "item", start, start + length(places), total)
  if (is.null(names(value))) return(shown)
  keys <- count(names(value)[places])
  keys[keys == ""] <- paste0("[[", places[keys == ""], "]]")
  setNames(shown, make.unique(keys))
}

# Whole rows, as many as the items allow.
show_matrix <- function(value, path, start) {
  size <- dim(value)
  wide <- min(size[2], args$max_items)
  last <- min(size[1], start + max(1, floor(args$max_items / max(1, wide))))
  rows <- if (last > start) (start + 1):last else integer()
  if (length(rows) < size[1]) leave_rest(path, "row", start, last, size[1])
  if (wide < size[2]) leave(path, paste0("columns outside 0\u2013", wide, " of ", size[2]))
  told <- list(shape = as.list(size), dtype = typeof(value))
  if (!is.null(colnames(value))) told$columns <- as.list(colnames(value)[seq_len(wide)])
  if (!is.null(rownames(value))) told$row_names <- as.list(rownames(value)[rows])
  c(told, list(rows = lapply(rows, function(row) unname(cells(value[row, seq_len(wide)])))))
}

show_text <- function(value, path, start) {
  if (is.na(value)) return(NULL)
  part <- count(substr(value, start + 1, start + min(args$max_chars, floor(room()))))
  if (nchar(part) < nchar(value)) leave_rest(path, "character", start, start + nchar(part), nchar(value))
  part
}

# The head of a function; what args() makes of it has NULL for its body.
head_of_function <- function(value) {
  shown <- args(value)
  if (is.null(shown)) return(utils::capture.output(print(value)))
  utils::head(utils::capture.output(print(shown)), -1)
}

text_of <- function(value, path) {
  lines <- function() if (is.function(value)) head_of_function(value) else utils::capture.output(utils::str(value, max.level = 2))
  text <- limited(trimws(paste(utils::head(lines(), 30), collapse = "\n")), 1)
  if (failed(text)) leave(path, "its text", reason = "str() failed or took over 1 s") else count(shorten(text, min(args$max_chars, floor(room()))))
}

inspect <- function() {
  value <- resolve(args$path)
  if (is.data.frame(value)) return(list(table = describe_table(value)))
  shown <- show(value, args$shown_path, args$max_depth, args$start)
  told <- list(type = class(value)[1], value = shown)
  if (is.null(shown)) told <- c(list(type = class(value)[1]), list(value = NULL))
  if (length(value) != 1 && (is.atomic(value) || is.list(value))) told$size <- counted(length(value), "item")
  c(told, list(cut = cut_in_order()))
}
