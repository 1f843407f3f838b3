/** Whether outputs of this type are base64 on the wire: nothing to read. */
export function isBinaryType(type: string): boolean {
  return /^(image|audio|video|font)\/(?!svg\+xml)|^application\/(pdf|octet-stream|zip)/.test(type);
}
