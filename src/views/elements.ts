/** Makes elements. Content is always text: nothing here parses HTML. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Content = readonly (Node | string)[];

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: Content
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...content);
  return made;
}

export function svg(tag: string, attributes: Attributes = {}, ...content: Content): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(made, attributes);
  made.append(...content);
  return made;
}

/** Sets attributes; `true` is an empty one, `false` and undefined remove it. */
export function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? "" : String(value));
  }
}

export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}
