import type { Answering } from "../detail/answering/answering";

/** Return the visible fields whose earlier answer waits for a confirmation, in document order. */
export function unconfirmed({ fields, store }: Answering) {
  return fields.filter(({ key }) => {
    const { offer, isVisible } = store.get(key);
    return offer !== undefined && isVisible;
  });
}
