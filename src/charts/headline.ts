/** Names of columns as a reader wants to see them. */

/** A title made of names: without underscores, with a capital first. */
export function headline(text: string): string {
  return capital(spaced(text));
}

/** 地域別, and 性別 as it is. */
export function eachJa(name: string): string {
  return name.endsWith("別") ? name : `${name}別`;
}

function spaced(name: string): string {
  return name.replaceAll(/(?<=[^\s_])_+(?=[^\s_])/g, " ");
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
