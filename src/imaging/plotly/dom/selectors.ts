/**
 * CSS selectors, as far as plotly.js uses them: types, ids, classes, attributes, `:first-child`, `:last-child`, `:not()`,
 * the descendant and child combinators, and lists.
 */

/** What a selector looks at. */
interface Selectable {
  readonly localName: string;
  readonly classList: { contains(name: string): boolean };
  readonly parentElement: Selectable | null;
  readonly firstElementChild: Selectable | null;
  readonly lastElementChild: Selectable | null;
  getAttribute(name: string): string | null;
}

type Matcher = (element: Selectable) => boolean;

const known = new Map<string, Matcher>();
/** Selectors contain names from figures, so they must not accumulate. */
const mostKnown = 2_000;

/** Compiles a selector; throws if it contains anything else. */
export function compileSelector(selector: string): Matcher {
  const found = known.get(selector);
  if (found !== undefined) return found;
  const alternatives = selector.split(",").map((one) => complexMatcher(one.trim()));
  const [only] = alternatives;
  const matcher: Matcher = alternatives.length === 1 && only !== undefined
    ? only
    : (element) => alternatives.some((matches) => matches(element));
  if (known.size >= mostKnown) known.clear();
  known.set(selector, matcher);
  return matcher;
}

function complexMatcher(selector: string): Matcher {
  const tokens = selector.replaceAll(/\s*>\s*/g, " > ").split(/\s+/).filter((token) => token !== "");
  let matcher: Matcher | undefined;
  let isChild = false;
  for (const token of tokens) {
    if (token === ">") {
      isChild = true;
      continue;
    }
    const own = compoundMatcher(token);
    const outer = matcher;
    matcher = outer === undefined ? own : isChild ? childMatcher(outer, own) : descendantMatcher(outer, own);
    isChild = false;
  }
  if (matcher === undefined) throw new Error(`the selector "${selector}" is not supported`);
  return matcher;
}

function childMatcher(outer: Matcher, own: Matcher): Matcher {
  return (element) => {
    const parent = element.parentElement;
    return own(element) && parent !== null && outer(parent);
  };
}

function descendantMatcher(outer: Matcher, own: Matcher): Matcher {
  return (element) => {
    if (!own(element)) return false;
    for (let above = element.parentElement; above !== null; above = above.parentElement) {
      if (outer(above)) return true;
    }
    return false;
  };
}

const part =
  /^(?:\*|([\w-]+)|#([^\s#.[\]:>]+)|\.([^\s#.[\]:>]+)|\[([\w:-]+)(?:([~^$*]?=)"?([^"\]]*)"?)?\]|:([\w-]+)(?:\(([^()]*)\))?)/;

function compoundMatcher(text: string): Matcher {
  const matchers: Matcher[] = [];
  for (let rest = text; rest !== "";) {
    const found = part.exec(rest);
    if (found === null) throw new Error(`the selector "${text}" is not supported`);
    const [whole, type, id, className, attribute, operator, value = "", pseudo, inner = ""] = found;
    if (type !== undefined) matchers.push((element) => element.localName === type);
    else if (id !== undefined) matchers.push((element) => element.getAttribute("id") === id);
    else if (className !== undefined) matchers.push((element) => element.classList.contains(className));
    else if (attribute !== undefined) matchers.push(attributeMatcher(attribute, operator, value));
    else if (pseudo !== undefined) matchers.push(pseudoMatcher(pseudo, inner));
    rest = rest.slice(whole.length);
  }
  const [only] = matchers;
  if (matchers.length === 1 && only !== undefined) return only;
  return (element) => matchers.every((matches) => matches(element));
}

const comparisons: Readonly<Record<string, (held: string, value: string) => boolean>> = {
  "=": (held, value) => held === value,
  "^=": (held, value) => held.startsWith(value),
  "$=": (held, value) => held.endsWith(value),
  "*=": (held, value) => held.includes(value),
  "~=": (held, value) => held.split(/\s+/).includes(value),
};

function attributeMatcher(name: string, operator: string | undefined, value: string): Matcher {
  const compare = operator === undefined ? () => true : comparisons[operator] ?? (() => false);
  return (element) => {
    const held = element.getAttribute(name);
    return held !== null && compare(held, value);
  };
}

function pseudoMatcher(name: string, inner: string): Matcher {
  switch (name) {
    case "first-child":
      return (element) => element.parentElement?.firstElementChild === element;
    case "last-child":
      return (element) => element.parentElement?.lastElementChild === element;
    case "not": {
      const excluded = compoundMatcher(inner);
      return (element) => !excluded(element);
    }
    // Nobody points at anything.
    case "hover":
      return () => false;
    default:
      throw new Error(`the selector ":${name}" is not supported`);
  }
}
