/** Tables of FlatBuffers, in which Arrow writes what it says of its data. */

/** A table; fields that are left out are 0. */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;
  readonly #fields: number;

  private constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
    this.#fields = at - view.getInt32(at, true);
  }

  /** The table that a buffer begins with. */
  static root(view: DataView): FlatTable {
    return new FlatTable(view, view.getUint32(0, true));
  }

  uint8(field: number): number {
    const place = this.#place(field);
    return place === null ? 0 : this.#view.getUint8(place);
  }

  int64(field: number): number {
    const place = this.#place(field);
    return place === null ? 0 : Number(this.#view.getBigInt64(place, true));
  }

  table(field: number): FlatTable | null {
    const place = this.#place(field);
    return place === null ? null : new FlatTable(this.#view, place + this.#view.getUint32(place, true));
  }

  /** Where in the buffer a vector begins: its length in four bytes, then its elements; null where there is none. */
  vector(field: number): number | null {
    const place = this.#place(field);
    return place === null ? null : place + this.#view.getUint32(place, true);
  }

  #place(field: number): number | null {
    const slot = 4 + field * 2;
    if (slot >= this.#view.getUint16(this.#fields, true)) return null;
    const offset = this.#view.getUint16(this.#fields + slot, true);
    return offset === 0 ? null : this.#at + offset;
  }
}
