inspect <- function() describe_table(as_table(resolve(args$path)))
