# The table inspection: describes one table, named by its path; joined with the others in programs.ts.
inspect <- function() describe_table(as_table(resolve(args$path)))
