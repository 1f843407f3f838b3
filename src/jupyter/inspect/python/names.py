# Tells which names each cell of a notebook binds and which it needs, by reading the code without running it.
#
# A name is needed "now" if the cell cannot run without it, and "later" if only a function that the cell defines uses it.
import ast
import builtins
import re
import symtable

# What IPython puts into the namespace.
GIVEN = {"get_ipython", "display", "In", "Out", "exit", "quit", "open", "_", "__", "___", "_ih", "_oh", "_dh", "_i", "_ii", "_iii", "_exit_code"}
KNOWN = set(dir(builtins)) | GIVEN | {"__name__", "__doc__", "__file__", "__builtins__", "__spec__", "__loader__", "__package__"}
# Cell magics whose body is Python that runs in the namespace.
PYTHON_BODIES = {"time", "timeit", "capture", "prun", "memit", "mprun", "lprun"}
# Cell magics that bind no name, unless their output is asked for by one.
NAMELESS = set("! HTML SVG bash cmd file html javascript js latex markdown perl pypy python python2 python3 ruby script sh svg sx system writefile".split())
NAMED_OUTPUT = {"--out", "--err", "-o", "<<"}
# Magics after which any name may exist.
ANYTHING = re.compile(r"%(run|load|store|pylab|autocall|sql|R)\b")
# Results of cells by their number.
NUMBERED = re.compile(r"_i?\d+$")
# Runs a statement in the namespace.
TIMED = re.compile(r"^(\s*)%time\s+", re.MULTILINE)


class Cell(ast.NodeVisitor):
    """Follows the statements of a cell in the order in which they run."""

    def __init__(self):
        self.bound = []
        self.needed = []
        self.local = [set()]
        self.is_open = False

    def load(self, name):
        if name in KNOWN or NUMBERED.match(name) or any(name in scope for scope in self.local[1:]) or name in self.bound:
            return
        if name not in self.needed:
            self.needed.append(name)

    def bind(self, name):
        if len(self.local) > 1:
            self.local[-1].add(name)
        elif name not in self.bound:
            self.bound.append(name)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            self.load(node.id)
            self.is_open = self.is_open or node.id in ("exec", "globals", "locals", "vars")
        elif isinstance(node.ctx, ast.Store):
            self.bind(node.id)
        elif len(self.local) == 1:
            self.load(node.id)

    def follow(self, *parts):
        """Visits nodes, and lists of nodes, in the order in which they run; those that are not there are None."""
        for part in parts:
            for node in part if isinstance(part, list) else [part]:
                if node is not None:
                    self.visit(node)

    def visit_Assign(self, node):
        self.follow(node.value, node.targets)

    def visit_AnnAssign(self, node):
        if node.value is not None:
            self.follow(node.value, node.target)
        # Whether an annotation is ever evaluated depends on the version of Python and on __future__.

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Name):
            self.load(node.target.id)
        self.follow(node.value, node.target)

    def visit_For(self, node):
        self.follow(node.iter, node.target, node.body, node.orelse)

    visit_AsyncFor = visit_For

    def visit_Import(self, node):
        for alias in node.names:
            if alias.name == "*":
                self.is_open = True
            else:
                self.bind(alias.asname or alias.name.split(".")[0])

    visit_ImportFrom = visit_Import

    def visit_Try(self, node):
        known = len(self.needed)
        self.follow(node.body)
        # The cell asks whether they exist.
        if any("NameError" in ast.dump(handler.type) for handler in node.handlers if handler.type is not None):
            del self.needed[known:]
        self.follow(node.handlers, node.orelse, node.finalbody)

    visit_TryStar = visit_Try

    def visit_ExceptHandler(self, node):
        self.follow(node.type)
        if node.name is not None:
            self.bind(node.name)
        self.follow(node.body)

    def visit_FunctionDef(self, node):
        self.follow(node.decorator_list, node.args.defaults, node.args.kw_defaults)
        self.bind(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.follow(node.args.defaults, node.args.kw_defaults)

    def visit_ClassDef(self, node):
        self.follow(node.decorator_list, node.bases, [keyword.value for keyword in node.keywords])
        self.local.append({"__qualname__", "__module__"})
        self.follow(node.body)
        self.local.pop()
        self.bind(node.name)

    def visit_comprehension_of(self, node):
        self.local.append(set())
        for part in node.generators:
            self.follow(part.iter, part.target, part.ifs)
        self.follow(*(getattr(node, field, None) for field in ("elt", "key", "value")))
        self.local.pop()

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_of

    def visit_NamedExpr(self, node):
        self.visit(node.value)
        # It binds in the scope around a comprehension.
        if len(self.local) > 1:
            self.local[-1].add(node.target.id)
        if node.target.id not in self.bound:
            self.bound.append(node.target.id)

    def visit_MatchAs(self, node):
        self.generic_visit(node)
        if node.name is not None:
            self.bind(node.name)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node):
        self.generic_visit(node)
        if node.rest is not None:
            self.bind(node.rest)


def functions_in(table):
    for child in table.get_children():
        if child.get_type() == "function":
            yield child
        yield from functions_in(child)


def deferred(code):
    """Global names that functions use, and those that they bind."""
    used, bound = [], []
    for function in functions_in(symtable.symtable(code, "<cell>", "exec")):
        for symbol in function.get_symbols():
            name = symbol.get_name()
            if not symbol.is_global():
                continue
            if symbol.is_assigned():
                bound.append(name)
            elif symbol.is_referenced() and name not in KNOWN and name not in used:
                used.append(name)
    return used, bound


def split_magic(source):
    """The words of a cell's magic, and its body."""
    head, _, body = source.lstrip().partition("\n")
    return (head[2:].split(), body) if head.startswith("%%") else ([], source)


def plain_python(source):
    """The Python of a cell whose magics are calls."""
    source = TIMED.sub(r"\1", source)
    return source if shell is None else shell.input_transformer_manager.transform_cell(source)


def describe(source):
    is_open = any(ANYTHING.match(line.strip()) for line in source.split("\n"))
    magic, body = split_magic(source)
    name, words = (magic[0], magic[1:]) if magic else ("", [])
    if magic and name not in PYTHON_BODIES:
        is_open = is_open or name not in NAMELESS or not NAMED_OUTPUT.isdisjoint(words)
        return {"bound": [], "needed": [], "later": [], "is_open": is_open}
    try:
        code = plain_python(body)
        tree = ast.parse(code)
        later, bound = deferred(code)
    except SyntaxError as error:
        return {"bound": [], "needed": [], "later": [], "is_open": True, "error": f"{error.msg} (line {error.lineno})"}
    except (ValueError, RecursionError, MemoryError):
        return {"bound": [], "needed": [], "later": [], "is_open": True}
    cell = Cell()
    for statement in tree.body:
        cell.visit(statement)
    captured = [word for word in words if name == "capture" and not word.startswith("-")]
    return {
        "bound": [*cell.bound, *bound, *captured],
        "needed": cell.needed,
        "later": later,
        "is_open": is_open or cell.is_open,
    }


def inspect():
    return [describe(source) for source in args["sources"]]
