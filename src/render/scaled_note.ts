/** What is told of a picture that is shown smaller than it is. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A field for the answer; none where the picture is shown in full. `rest` says how to see more of it. */
export function scaledNote(
  size: Size,
  { shown, rest }: { readonly shown: Size; readonly rest: string },
): { readonly notes?: readonly string[] } {
  if (Math.max(shown.width, shown.height) >= Math.max(size.width, size.height)) return {};
  return { notes: [`It is shown at ${shown.width}×${shown.height} pixels; ${rest}`] };
}
