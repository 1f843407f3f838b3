/** What is told of a picture that is shown smaller than it is. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A field for the picture's entry; none where it is shown in full. */
export function shownSize(size: Size, shown: Size): { readonly shown?: string } {
  if (Math.max(shown.width, shown.height) >= Math.max(size.width, size.height)) return {};
  return { shown: `${shown.width}×${shown.height}` };
}

/** A field for the answer; none where the picture is shown in full. `rest` says how to see more of it. */
export function scaledNote(
  size: Size,
  { shown, rest }: { readonly shown: Size; readonly rest: string },
): { readonly notes?: readonly string[] } {
  const { shown: at } = shownSize(size, shown);
  return at === undefined ? {} : { notes: [`It is shown at ${at} pixels; ${rest}`] };
}
